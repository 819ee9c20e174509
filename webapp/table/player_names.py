"""Names of players, and titles: their form, and names that look alike."""

import unicodedata
from collections.abc import Collection, Sequence
from enum import Enum

from webapp.http.limits import LONGEST_NAME, LONGEST_TITLE, MOST_MARKS
from webapp.store.name_keys import JOINERS, name_key

_LOOKS: dict[str, str] = {
    # Cyrillic and Greek letters, each next to the Latin one that it looks like
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
    """Returns the visual form of a name: equal for names that look the same."""
    looks = unicodedata.normalize("NFKD", name).translate(_UNSEEN).translate(_LATIN)
    for pair, letter in _PAIRS:
        looks = looks.replace(pair, letter)
    return looks


def _small(name: str) -> str:
    return _looks(name.casefold()).casefold()


EMOJI_STYLE = "\ufe0e\ufe0f"  # whether a sign is drawn as text or as a picture
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0") | {
    chr(code) for codes in (range(0x180B, 0x1810), range(0xFE00, 0xFE0E), range(0xE0100, 0xE01F0)) for code in codes
}
"""Letters, marks and symbols that show nothing. The others that Unicode ignores by default are controls by category."""
STACKED = ("Mn", "Me")
"""Categories of marks that stand above and below a letter, each farther out than the one before."""
WRITTEN_ALONE = ("LATIN", "GREEK", "CYRILLIC", "DIGIT")
"""Letters of scripts that need no joiner: one between them would only hide that two names differ."""


class Fault(Enum):
    EMPTY = "empty"
    LONG = "long"
    UNREADABLE = "unreadable"
    TAKEN = "taken"
    ALIKE = "alike"


def tidy(name: str) -> str:
    """Returns the name as it is stored: composed, with single spaces and none at its ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def kept_text(text: str) -> str:
    """Returns a typed text as it is kept: in one line, without the signs for which `is_readable` refuses a name."""
    line = tidy(text)
    return tidy("".join(char for place, char in enumerate(line) if _may_stand(line, place)))


def fault_of(name: str) -> Fault | None:
    """Returns the fault of a tidy name alone, without its twins; None where it has none."""
    if not name.strip():
        return Fault.EMPTY
    if len(name) > LONGEST_NAME:
        return Fault.LONG
    return None if is_readable(name) else Fault.UNREADABLE


def is_readable(name: str) -> bool:
    """Tells whether a name is composed text that shows itself as it is: no control, no end of a line, none unseen.

    No letter has more than `MOST_MARKS` marks.
    """
    return (
        unicodedata.is_normalized("NFC", name)
        and any(_shows(char) for char in name)
        and all(_may_stand(name, place) for place in range(len(name)))
    )


def is_text(tidy_text: str, longest: int) -> bool:
    """Tells whether a tidy text is no longer than so many characters, and composed of what shows; or empty."""
    return not tidy_text or (len(tidy_text) <= longest and is_readable(tidy_text))


def is_title(tidy_text: str) -> bool:
    """Tells whether a tidy text may be a title."""
    return is_text(tidy_text, LONGEST_TITLE)


def faults_of(names: Sequence[str], agreed: Collection[str] = ()) -> list[Fault | None]:
    """Returns the fault of each tidy name; of two that are the same, or look alike, the later one is at fault.

    `agreed` are names that are right though they look like another: somebody was asked.
    """
    faults: list[Fault | None] = []
    for place, name in enumerate(names):
        fault = fault_of(name)
        if fault is None and any(name_key(name) == name_key(before) for before in names[:place]):
            fault = Fault.TAKEN
        if fault is None and name not in agreed and twin_of(names, place) is not None:
            fault = Fault.ALIKE
        faults.append(fault)
    return faults


def twin_of(names: Sequence[str], place: int) -> str | None:
    """Returns the first name before this one that looks like it, None where there is none."""
    return next((before for before in names[:place] if before.strip() and look_alike(before, names[place])), None)


def _may_stand(name: str, place: int) -> bool:
    char, before = name[place], name[place - 1 : place] if place else ""
    if char in JOINERS:
        return 0 < place < len(name) - 1 and not (_is_alone(before) or _is_alone(name[place + 1]))
    if char in EMOJI_STYLE:
        return bool(before) and unicodedata.category(before) in {"So", "Sm"}
    category = unicodedata.category(char)
    if category[0] == "M" and char not in UNSEEN:
        follows = bool(before) and (unicodedata.category(before)[0] in "LM" or before in JOINERS)
        return follows and not _is_heaped(name, place)
    # What is neither is a bidirectional mark, an end of a line, half a character or none at all.
    return char not in UNSEEN and category not in {"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"} and ord(char) < 0xE0100


def _is_heaped(name: str, place: int) -> bool:
    """Tells whether the letter of this mark has more of them up to here than it may."""
    heap = name[max(0, place - MOST_MARKS) : place + 1]
    return len(heap) > MOST_MARKS and all(unicodedata.category(one) in STACKED for one in heap)


def _is_alone(char: str) -> bool:
    return unicodedata.name(char, "").startswith(WRITTEN_ALONE)


def _shows(char: str) -> bool:
    return char not in UNSEEN and unicodedata.category(char)[0] in "LNPS"
