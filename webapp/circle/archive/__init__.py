"""A circle as one file: its matches, players, notes and seasons; out and into another house."""
