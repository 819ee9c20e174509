"""Keys of names: equal for names that read the same, and those by which names are sorted."""

import unicodedata

JOINERS = "\u200c\u200d"  # emoji and several scripts are written with them


def name_key(name: str) -> str:
    """Returns the key of a name, equal for names that read the same."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", "".join(char for char in folded if char not in JOINERS))


def alphabetical(name: str) -> tuple[str, str]:
    """Returns the key by which names are sorted: as plain small letters, and where those are the same as written."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), name
