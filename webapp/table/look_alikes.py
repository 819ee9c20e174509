"""Names that look alike, though they are written with other letters: *Anna*, and the same with a Cyrillic *A*.

After Unicode's report on confusable characters (UTS 39), as far as Latin, Greek and Cyrillic letters go: what each name
looks like is compared, once with its capitals and once without.
"""

import unicodedata

_LOOKS: dict[str, str] = {
    # Cyrillic and Greek letters that look like the Latin ones beside them
    "A": "АΑ",
    "B": "ВΒ",
    "C": "СϹ",
    "E": "ЕΕ",
    "G": "Ԍ",
    "H": "НΗ",
    "J": "ЈͿ",
    "K": "КΚ",
    "M": "МΜ",
    "N": "Ν",
    "O": "ОΟ0",
    "P": "РΡ",
    "Q": "Ԛ",
    "S": "Ѕ",
    "T": "ТΤ",
    "V": "Ѵ",
    "W": "Ԝ",
    "X": "ХΧ",
    "Y": "УΥҮ",
    "Z": "Ζ",
    "a": "аαɑ",
    "b": "Ьь",
    "c": "сϲ",
    "d": "ԁ",
    "e": "е",
    "g": "ɡ",
    "h": "һ",
    "i": "іιıɩ",
    "j": "јϳ",
    "k": "кκ",
    "l": "IІΙӀӏ1|ǀ",
    "n": "η",
    "o": "оοσ",
    "p": "рρ",
    "q": "ԛ",
    "r": "г",
    "s": "ѕ",
    "u": "υ",
    "v": "νѵ",
    "w": "ԝ",
    "x": "хχ",
    "y": "уγү",
    # Signs within names
    "'": "\u2018\u2019\u02bc\u00b4`\u2032",
    "-": "\u2010\u2011\u2012\u2013\u2212",
}
_LATIN = str.maketrans({other: latin for latin, others in _LOOKS.items() for other in others})
_PAIRS = (("rn", "m"), ("vv", "w"))
"""Two letters that are read as one."""
_UNSEEN = dict.fromkeys((0x200C, 0x200D, 0xFE0E, 0xFE0F))


def look_alike(one: str, other: str) -> bool:
    """Tells whether two names would be taken for each other at a glance; equal ones are, too."""
    return _looks(one) == _looks(other) or _small(one) == _small(other)


def _looks(name: str) -> str:
    """Returns what a name looks like: equal for names that look the same."""
    looks = unicodedata.normalize("NFKD", name).translate(_UNSEEN).translate(_LATIN)
    for pair, letter in _PAIRS:
        looks = looks.replace(pair, letter)
    return looks


def _small(name: str) -> str:
    return _looks(name.casefold()).casefold()
