"""Players' names: what is accepted, and which two are the same."""

import unicodedata
from collections.abc import Sequence
from enum import Enum

from webapp.http.limits import LONGEST_NAME

JOINERS = "\u200c\u200d"  # emoji and several scripts are written with them
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that show nothing


class Fault(Enum):
    """Why a name is refused."""

    EMPTY = "empty"
    LONG = "long"
    UNREADABLE = "unreadable"
    TAKEN = "taken"


def tidy(name: str) -> str:
    """Returns the name as it is stored: composed, with single spaces and none at its ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def fault_of(name: str) -> Fault | None:
    """Returns why a tidy name is refused by itself, or None."""
    if not name.strip():
        return Fault.EMPTY
    if len(name) > LONGEST_NAME:
        return Fault.LONG
    if any(_is_control(char) for char in name) or not any(_shows(char) for char in name):
        return Fault.UNREADABLE
    return None


def faults_of(names: Sequence[str]) -> list[Fault | None]:
    """Returns the fault of each tidy name; of two that are the same the later one is at fault."""
    faults: list[Fault | None] = []
    seen: set[str] = set()
    for name in names:
        fault = fault_of(name)
        if fault is None and _key(name) in seen:
            fault = Fault.TAKEN
        seen.add(_key(name))
        faults.append(fault)
    return faults


def _key(name: str) -> str:
    """Returns what two names share that would be read as the same one."""
    folded = unicodedata.normalize("NFC", name).casefold()
    return unicodedata.normalize("NFC", "".join(char for char in folded if char not in JOINERS))


def _is_control(char: str) -> bool:
    """Tells controls, line breaks, bidirectional marks and lone surrogates, which could disturb a page or a file."""
    return char not in JOINERS and unicodedata.category(char) in {"Cc", "Cf", "Cs", "Cn", "Zl", "Zp"}


def _shows(char: str) -> bool:
    return char not in BLANKS and unicodedata.category(char)[0] in "LNPS"
