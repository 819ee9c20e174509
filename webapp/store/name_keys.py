"""When two names are those of the same person."""

import unicodedata

JOINERS = "\u200c\u200d"  # emoji and several scripts are written with them


def name_key(name: str) -> str:
    """Returns what two names share that would be read as the same one."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", "".join(char for char in folded if char not in JOINERS))
