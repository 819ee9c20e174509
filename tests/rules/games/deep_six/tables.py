"""Tables of Deep Six as far as a test needs them: dealt, with a contract, melded."""

from rules_core.games.deep_six import GAME
from tests.rules.tables import Table

NOTHING: tuple[list[str], ...] = ()


def dealt(dealer: int = 0, **options: object) -> Table:
    """A table whose auction begins."""
    table = Table(GAME.name, 4, **options)
    assert table.deal(dealer) is None
    return table


def exchanging(sunk: str = "H") -> Table:
    """Seat 1 has bid 120 and sunk this suit; seat 3 is to pass three cards."""
    table = dealt()
    assert table.enter("bid", seat=1, amount=120) is None
    for seat in (2, 3, 0):
        assert table.enter("pass", seat=seat) is None
    assert table.enter("sink", seat=1, suit=sunk) is None
    return table


def melding(sunk: str = "H", amount: int = 120, **options: object) -> Table:
    """Seat 1 has the contract; all are to meld."""
    table = dealt(**options)
    assert table.enter("contract", seat=1, amount=amount, suit=sunk) is None
    return table


def playing(sunk: str = "H", melds: dict[int, str] | None = None, **options: object) -> Table:
    """Seat 1 leads. `melds` are those of a seat: cards by spaces, melds by commas."""
    table = melding(sunk, **options)
    for seat in range(4):
        laid = [meld.split() for meld in (melds or {}).get(seat, "").split(",") if meld]
        assert table.enter("meld", seat=seat, melds=laid) is None, table.refusal
    return table


def rule(table: Table) -> str | None:
    """Returns the rule of the last refusal."""
    assert table.refusal is not None
    return table.refusal.rule
