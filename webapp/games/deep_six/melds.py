"""The meld picker of Deep Six: what was tapped, which melds that is, and which of them count together (DEEP-9 to 11).

Which melds there are, what the best set is and what is lacking is asked of the rules; nothing is decided here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_core.cards import Card, Suit
from rules_core.games.deep_six.hand import COPIES, PACK, Meld, Options
from rules_core.games.deep_six.meld import (
    EVERY_MELD,
    best_melds,
    compete,
    is_barred,
    lacking,
    meld_of,
    melds_in,
    needed,
    use_of,
    worth,
)
from rules_core.view import TableView
from webapp.games.deep_six.meld_words import barred, in_use, meld_title
from webapp.http.integers import parse_integer
from webapp.table import form_fields


@dataclass(frozen=True)
class Found:
    """A meld that the cards hold. `why` and `rule` say why it cannot be ticked beside the others.

    `use` is only told of a meld that no cards have been tapped for: each card serves once in each use.
    """

    meld: Meld
    ticked: bool
    why: str = ""
    rule: str = ""
    use: str = ""

    @property
    def title(self) -> str:
        """The meld's name."""
        return meld_title(self.meld)

    @property
    def value(self) -> str:
        """The meld as the field of a form."""
        return " ".join(self.meld.cards)


@dataclass(frozen=True)
class Picker:
    """Who melds, of those who may be chosen here; what was tapped, and the melds in it.

    `mine`: nothing was tapped, so the cards are those of the viewer's own declared hand.
    """

    seats: Sequence[int]
    seat: int
    copies: Mapping[Card, int] = field(default_factory=dict)
    found: Sequence[Found] = ()
    mine: bool = False

    @property
    def points(self) -> int:
        """What the ticked melds come to."""
        return worth(one.meld for one in self.found if one.ticked)


def meld_picker(view: Any, page: Any, typed: Any) -> Picker | None:
    """Returns the picker of a table's page, as far as something was `typed` already; None where nobody can meld here.

    A form that was asked to tick anew sends `ticks`, and one that was refused its melds: those stay ticked.
    """
    seats: list[int] = [seat for seat in view.to_act if seat in page.mine - page.secret_seats]
    if view.phase != "meld" or not seats:
        return None
    # Whoever was chosen, else whose phone this is, else the first who has not melded.
    wanted = (parse_integer(typed.get("seat"), most=3), page.viewer.seat, seats[0])
    seat = next(seat for seat in wanted if seat in seats)
    reuse, sunk = page.options.meld_reuse, view.beside.sunk
    melds = melds_from(typed.getlist("melds")) if "ticks" in typed or "type" in typed else None
    copies = copies_in(typed) or tapped_for(melds or (), reuse)
    own = (view.beside.held or ()) if seat == page.viewer.seat and not copies else ()
    cards = tuple(Counter(copies).elements()) or own
    ticked = best_melds(cards, sunk, reuse) if melds is None else fitting(melds, cards, sunk, reuse)
    return Picker(seats, seat, copies, found_in(cards, ticked, sunk, reuse), bool(own))


def every_meld(options: Options) -> list[Found]:
    """Returns all melds there are; each run with why it does not count where its suit is sunk."""
    return [
        Found(meld, False, *((barred(meld.cards[0][1]), "DEEP-9") if meld.kind == "run" else ("", "")), use=use)
        for meld in EVERY_MELD
        if (use := use_of(meld.kind, options.meld_reuse))
    ]


def melds_of_hand(view: TableView, options: Options, cards: tuple[Card, ...]) -> Mapping[str, Any]:
    """Returns all melds in these cards, those ticked that together count the most, and what these come to."""
    sunk, reuse = view.beside.sunk, options.meld_reuse
    found = found_in(cards, best_melds(cards, sunk, reuse), sunk, reuse)
    return {"found": found, "points": worth(one.meld for one in found if one.ticked)}


def copies_in(typed: Mapping[str, str]) -> dict[Card, int]:
    """Returns how often each card was tapped; whatever else was typed is left out."""
    return {card: times for card in PACK if (times := parse_integer(typed.get(form_fields.COPIES + card), most=COPIES))}


def melds_from(values: Iterable[str]) -> list[Meld]:
    """Returns the melds that these fields of a form say; whatever else was sent is left out."""
    return [meld for value in values if (meld := meld_of(value.split())) is not None]


def tapped_for(melds: Sequence[Meld], reuse: str) -> dict[Card, int]:
    """The cards of melds as if they had been tapped, for a page that no longer knows the taps."""
    need = needed([(meld.kind, meld.cards) for meld in melds], reuse)
    return {card: min(times, COPIES) for card, times in need.items()}


def fitting(melds: Iterable[Meld], cards: tuple[Card, ...], sunk: Suit | None, reuse: str) -> list[Meld]:
    """The melds that can be laid together of these cards, one after the other."""
    laid: list[Meld] = []
    for meld in melds:
        if not is_barred(meld, sunk) and not lacking([*laid, meld], cards, reuse):
            laid.append(meld)
    return laid


def found_in(cards: tuple[Card, ...], ticked: Sequence[Meld], sunk: Suit | None, reuse: str) -> list[Found]:
    """Returns the melds in these cards, the `ticked` ones first; of those that cannot be laid beside them why not."""
    found, left = [], list(ticked)
    for meld in melds_in(cards):
        if meld in left:
            left.remove(meld)
            found.append(Found(meld, True))
        elif is_barred(meld, sunk):
            found.append(Found(meld, False, barred(meld.cards[0][1]), "DEEP-9"))
        elif short := lacking([*ticked, meld], cards, reuse):
            rivals = [other for other in ticked if set(short) & set(other.cards) and compete(other, meld, reuse)]
            found.append(Found(meld, False, in_use(short, rivals), "DEEP-11"))
        else:
            found.append(Found(meld, False))
    return sorted(found, key=lambda one: (not one.ticked, one.meld.points))
