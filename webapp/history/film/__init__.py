"""The record as a film: every moment of a match as it was, and what could be played then."""
