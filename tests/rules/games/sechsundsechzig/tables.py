"""Tables of Sechsundsechzig for tests: Ann deals, so Ben leads."""

from rules_core.games.sechsundsechzig import GAME
from tests.rules.tables import Table


def dealt(players: int = 2, **options: object) -> Table:
    """A table where the card is still to be turned up."""
    table = Table(GAME.name, players, **options)
    assert table.deal(0) is None
    return table


def turned_up(card: str = "9H", players: int = 2, **options: object) -> Table:
    """A table before the first lead."""
    table = dealt(players, **options)
    assert table.enter("turn-up", card=card) is None, table.refusal
    return table


def closed(card: str = "9H", players: int = 2, **options: object) -> Table:
    """A table where Ben has closed the talon before the first lead."""
    table = turned_up(card, players, **options)
    assert table.enter("close", seat=1) is None, table.refusal
    return table


def tricks(table: Table, *taken: tuple[int, int]) -> None:
    """Enters tricks by winner and Augen; each must be taken."""
    for winner, augen in taken:
        assert table.enter("trick", winner=winner, augen=augen) is None, table.refusal


def rule(table: Table) -> str | None:
    """The rule of the last refusal."""
    assert table.refusal is not None
    return table.refusal.rule
