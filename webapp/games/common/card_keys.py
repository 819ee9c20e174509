"""How the keys of a pad lie that plays cards: rows of ranks, made from the cards that hands are dealt from."""

from dataclasses import dataclass
from functools import cache

from rules_core.cards import Card, Suit
from rules_core.games import GAMES
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.deck import suits

MOST_COLUMNS = 8
"""So many keys beside each other are wide enough for a thumb."""


@dataclass(frozen=True)
class CardKeys:
    """The keys of a pad: `rows` of ranks in each suit, of which the widest has so many `columns`.

    `apart`: of one suit at a time, since all of them together would not fit. `suitless` are cards without a suit.
    """

    rows: tuple[str, ...]
    columns: int
    apart: bool
    suitless: tuple[Card, ...]

    @property
    def suits(self) -> str:
        """The suits in the order in which a pad shows them."""
        return suits()

    def of_suit(self, suit: Suit) -> frozenset[Card]:
        """The cards of a suit that have a key."""
        return _of_suit(self, suit)

    def is_short(self, row: str) -> bool:
        """Tells whether a row lies between the keys of a full one, as on a keyboard."""
        return (len(row), self.columns) == (MOST_COLUMNS - 2, MOST_COLUMNS - 1)


def pad_note(game: str) -> str:
    """Returns what is said below the keys, nothing where the game says nothing."""
    note = look_of(game).pad_note
    return _(note) if note else ""


def card_keys(game: str, players: int) -> CardKeys:
    """Returns the keys of a game's pad, for so many players."""
    return _card_keys(game, players, tuple(look_of(game).rank_rows))


@cache
def _card_keys(game: str, players: int, rows: tuple[str, ...]) -> CardKeys:
    rules = GAMES[game]
    cards = dict.fromkeys(rules.cards[players] or rules.pack)
    ranks = "".join(dict.fromkeys(card[0] for card in cards if len(card) > 1))
    rows = rows or _rows(ranks)
    return CardKeys(rows, max(map(len, rows)), len(rows) > 1, tuple([card for card in cards if len(card) == 1]))


@cache
def _of_suit(keys: CardKeys, suit: Suit) -> frozenset[Card]:
    return frozenset(rank + suit for row in keys.rows for rank in row)


def _rows(ranks: str) -> tuple[str, ...]:
    """The ranks from low to high: in one row, or where they are many in two, the longer one nearer to the thumb."""
    half = len(ranks) // 2
    return (ranks,) if len(ranks) <= MOST_COLUMNS else (ranks[:half], ranks[half:])
