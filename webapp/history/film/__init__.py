"""The record as a film: the table at every moment of a match, and the legal plays there."""
