"""The order of an evening, and where its numbers come from; no Flask, no store."""
