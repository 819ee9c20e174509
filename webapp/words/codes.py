"""Codes without texts of their own, as they are shown."""


def readable(code: str) -> str:
    """Returns a code as words: *extra-hand* is *Extra hand*."""
    written = code.replace("-", " ").replace("_", " ")
    return written[:1].upper() + written[1:]
