"""Shared parts of the games on the web: the defaults of a LOOK, and functions that read the LOOK of a game."""
