"""The result of a match as a picture to send: what stands on it, where, and how it is drawn."""
