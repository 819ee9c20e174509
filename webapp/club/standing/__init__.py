"""The order of an evening: points, places, tie-breaks, and where every number comes from; no store, no request."""
