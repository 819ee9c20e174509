"""Uploaded files: one process reads them all, within limits; the server stores its answers."""
