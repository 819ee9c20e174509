"""The referee: the desk, cases and rulings, amendments, adjustments of the score."""
