"""The door for files of strangers: one process reads them all, within limits; the server stores what it answers."""
