"""A circle as one file: its matches, players, notes, seasons and invitations; out and into another house."""
