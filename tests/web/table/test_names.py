"""Players' names are only ever text, and no two at a table can be mistaken for each other."""

from tests.cases import each
from webapp.http.limits import LONGEST_NAME
from webapp.table.player_names import Fault, fault_of, faults_of, tidy


def test_a_name_is_composed_and_its_spaces_are_single() -> None:
    assert tidy("  Jo\u0308rg \u00a0 von\nK ") == "J\u00f6rg von K"


@each(
    "name",
    ["Ann", "J\u00f6rg", "\u65e5\u672c", "O'Neil", "7", "\U0001f469\u200d\U0001f33e", "<b>Ann</b>", "x" * LONGEST_NAME],
)
def test_these_are_names(name: str) -> None:
    assert fault_of(name) is None


@each(
    "name, fault",
    [
        ("", Fault.EMPTY),
        ("  ", Fault.EMPTY),
        ("x" * (LONGEST_NAME + 1), Fault.LONG),
        ("x" * 10_000, Fault.LONG),
        ("Ann\x00", Fault.UNREADABLE),
        ("Ann\x7f", Fault.UNREADABLE),
        ("\u202enaB", Fault.UNREADABLE),
        ("Ann\u2066", Fault.UNREADABLE),
        ("\ud800", Fault.UNREADABLE),
        ("\u3164", Fault.UNREADABLE),
        ("\u0301", Fault.UNREADABLE),
    ],
)
def test_these_are_not(name: str, fault: Fault) -> None:
    assert fault_of(tidy(name)) is fault


@each("other", ["Ann", "ANN", "an\u200dn"])
def test_of_two_that_read_the_same_the_later_is_at_fault(other: str) -> None:
    assert faults_of(["Ann", "Ben", other]) == [None, None, Fault.TAKEN]


def test_composed_and_decomposed_are_the_same() -> None:
    assert faults_of([tidy("J\u00f6rg"), tidy("JO\u0308RG")]) == [None, Fault.TAKEN]


def test_two_empty_names_are_empty_and_not_doubles() -> None:
    assert faults_of(["", ""]) == [Fault.EMPTY, Fault.EMPTY]
