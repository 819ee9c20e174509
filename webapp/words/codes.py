"""Codes that nobody has put into words, as they are shown then."""


def readable(code: str) -> str:
    """Returns a code as words: *extra-hand* is *Extra hand*."""
    written = code.replace("-", " ").replace("_", " ")
    return written[:1].upper() + written[1:]
