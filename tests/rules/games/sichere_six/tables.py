"""A table of Sichere Six to play at in tests."""

from rules_core.games.sichere_six import GAME
from tests.rules.tables import Table

SIC = GAME.name


def table(**options: object) -> Table:
    """A table with its first round dealt by seat 0: seat 1 leads."""
    opened = Table(SIC, 3, **options)
    assert opened.deal(0) is None
    return opened


def lay(opened: Table, first: int, cards: str, joker: str = "lose") -> None:
    """Plays cards clockwise from this seat, with the Joker saying this; every card must be taken."""
    for place, card in enumerate(cards.split()):
        said = {"joker": joker} if card == "X" else {}
        assert opened.play((first + place) % 3, card, **said) is None, opened.refusal


def play_on(opened: Table, cards: str) -> None:
    """Plays tricks, each from whoever took the last; the Joker loses."""
    dealt = cards.split()
    for at in range(0, len(dealt), 3):
        lay(opened, opened.to_act[0], " ".join(dealt[at : at + 3]))


def rule(opened: Table) -> str | None:
    """Returns the rule that the last refusal cites."""
    assert opened.refusal is not None
    return opened.refusal.rule
