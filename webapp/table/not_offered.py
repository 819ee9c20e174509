"""The failure of a table whose game is not offered."""


class NotOffered(LookupError):
    """The game of a table is not offered here: a part of it is not whole, or it is gone. The table is kept."""
