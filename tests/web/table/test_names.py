"""Players' names are only ever text, and no two at a table can be mistaken for each other."""

from itertools import combinations

from tests.cases import each
from webapp.http.limits import LONGEST_NAME
from webapp.table.player_names import Fault, fault_of, faults_of, is_readable, look_alike, tidy, twin_of

NAMES = (
    *("Ann", "Anna", "Anne", "Hanna", "Hannah", "Ben", "Benn", "Cat", "Dan", "Jan", "Jana", "Jon", "Jona", "Jonas"),
    *("Jörg", "Jorg", "Jürgen", "Lia", "Ian", "Lan", "Lina", "Lena", "Leni", "Lisa", "Mia", "Mara", "Maria", "Mira"),
    *("Tim", "Tom", "Ole", "Olli", "Ali", "Eli", "Emil", "Emma", "Max", "Maxi", "Karl", "Carl", "Karla", "Eva"),
    *("Ева", "Анна", "Иван", "Ивана", "Олег", "Мария", "Νίκος", "Νίκη", "Μαρία", "Ελένη", "Player1", "Player2"),
)


def test_a_name_is_composed_and_its_spaces_are_single() -> None:
    assert tidy("  Jo\u0308rg \u00a0 von\nK ") == "J\u00f6rg von K"


@each(
    "name",
    [
        "Ann",
        "J\u00f6rg",
        "\u65e5\u672c",
        "O'Neil",
        "7",
        "\U0001f469\u200d\U0001f33e",
        "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f468",
        "<b>Ann</b>",
        "x" * LONGEST_NAME,
        "Nguy\u1ec5n",
        "\u0928\u093f\u0924\u093f\u0928",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0e19\u0e49\u0e33",
        "\u05e9\u05b8\u05bc\u05c1\u0591",
    ],
)
def test_what_is_a_name(name: str) -> None:
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
        ("Ann \u0301", Fault.UNREADABLE),
        ("Ann" + "\u0301" * 6, Fault.UNREADABLE),
        ("An\u200dn", Fault.UNREADABLE),
        ("An\u200bn", Fault.UNREADABLE),
        ("An\u00adn", Fault.UNREADABLE),
        ("An\u034fn", Fault.UNREADABLE),
        ("Ann\ufe00", Fault.UNREADABLE),
        ("Ann\ufe0f", Fault.UNREADABLE),
        ("Ann\u3164", Fault.UNREADABLE),
        ("Ann\u2800", Fault.UNREADABLE),
        ("Ann\u180b", Fault.UNREADABLE),
        ("Ann\U000e0041", Fault.UNREADABLE),
        ("Ann\U000e0100", Fault.UNREADABLE),
        ("Ann\ue000", Fault.UNREADABLE),
    ],
)
def test_what_is_no_name_has_its_fault(name: str, fault: Fault) -> None:
    assert fault_of(tidy(name)) is fault


@each("end", [*"\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"])
def test_no_end_of_a_line_is_part_of_a_name(end: str) -> None:
    assert tidy(f"An{end}n") == "An n"
    assert not is_readable(f"An{end}n")


@each("other", ["Ann", "ANN", "aNn"])
def test_of_two_that_read_the_same_the_later_is_at_fault(other: str) -> None:
    assert faults_of(["Ann", "Ben", other]) == [None, None, Fault.TAKEN]


def test_composed_and_decomposed_are_the_same() -> None:
    assert faults_of([tidy("J\u00f6rg"), tidy("JO\u0308RG")]) == [None, Fault.TAKEN]


def test_two_empty_names_are_empty_and_not_doubles() -> None:
    assert faults_of(["", ""]) == [Fault.EMPTY, Fault.EMPTY]


@each(
    "one, other",
    [
        ("Anna", "\u0410nna"),
        ("Anna", "\u0430nna".upper().title()),
        ("Anna", "\uff21\uff4e\uff4e\uff41"),
        ("ANNA", "\u0391NN\u0391"),
        ("Ali", "AIi"),
        ("Ali", "A1i"),
        ("Otto", "0tto"),
        ("Bernd", "Bemd"),
        ("Kevin", "\u041aevin"),
        ("Jo\u00eb", "Jo\u0451"),
        ("O'Neil", "O\u2019Neil"),
        ("Max", "M\u0430\u0445"),
        ("\u0418\u0432\u0430\u043d", "\u0418\u0432an".replace("n", "\u043d")),
        ("Niko", "\u039diko"),
    ],
)
def test_these_look_alike_and_are_asked_about(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert faults_of([one, "Ben", other]) == [None, None, Fault.ALIKE]
    assert twin_of([one, "Ben", other], 2) == one
    assert faults_of([one, "Ben", other], agreed=[other]) == [None, None, None]


def test_names_that_people_have_are_not_mixed_up() -> None:
    for one, other in combinations(NAMES, 2):
        assert not look_alike(one, other), (one, other)
