"""The meld picker of Deep Six: the cards tapped, the melds in them, and which count together (DEEP-9 to 11).

The rules find the melds, the best set and what is lacking; nothing is decided here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from rules_core.cards import Card, Suit
from rules_core.events import Event
from rules_core.games.deep_six.events import Contract, Sink
from rules_core.games.deep_six.hand import COPIES, PACK, SEATS, Meld, Options
from rules_core.games.deep_six.holdings import Holdings, holdings
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
from webapp.games.common.entry_questions import AskedField
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.table import forms
from webapp.words.cards import suit_name
from webapp.words.entry_kit import card_mark
from webapp.words.phrases import marked

RUNS_AND_ECHOES = {
    "grand-run": _l("Grand run"),
    "deep-run": _l("Deep run"),
    "shallow-run": _l("Shallow run"),
    "deep-echo": _l("Echo of 8s"),
    "shallow-echo": _l("Echo of 7s"),
    "mark-twain": _l("Echo of 6s"),
}
"""These are of one suit."""
WIDES = {"eights-wide": _l("8s wide"), "sevens-wide": _l("7s wide"), "sixes-wide": _l("6s wide")}
_NAMES = RUNS_AND_ECHOES | WIDES


def meld_name(name: str) -> str:
    return _(_NAMES[name])


def meld_title(meld: Meld) -> str:
    return meld_name(meld.name)


def barred(suit: Suit) -> Markup:
    """Returns why a run does not count: its suit is sunk."""
    return marked(_("No run in %(suit)s, the sunk suit."), suit=suit_name(suit))


def too_many(cards: int) -> Markup:
    """Returns by how many cards a hand would be too large that had held these, too."""
    sentence = ngettext(
        "With the cards that were played the hand would have %(num)s card too many.",
        "With the cards that were played the hand would have %(num)s cards too many.",
        cards,
    )
    return marked(sentence)


def in_use(cards: Sequence[Card], melds: Sequence[Meld]) -> Markup:
    """Returns which cards serve in other melds already."""
    titles = ", ".join(dict.fromkeys(map(meld_title, melds)))
    sentence = _("%(cards)s serves already: %(melds)s.")
    if len(cards) > 1:
        sentence = _("%(cards)s serve already: %(melds)s.")
    return marked(sentence, cards=Markup(" ").join(map(card_mark, cards)), melds=titles)


@dataclass(frozen=True)
class Found:
    """A meld that the cards hold. `why` and `rule` say why it cannot be ticked with the others.

    `use` is only told of a meld that no cards have been tapped for: each card serves once in each use.
    """

    meld: Meld
    ticked: bool
    why: str = ""
    rule: str = ""
    use: str = ""

    @property
    def title(self) -> str:
        return meld_title(self.meld)

    @property
    def value(self) -> str:
        return " ".join(self.meld.cards)


@dataclass(frozen=True)
class Picker:
    """The seat that melds, of those possible here; the cards tapped, and the melds in them.

    `mine`: nothing was tapped, so the cards are those of the viewer's own declared hand.
    """

    seats: Sequence[int]
    seat: int
    copies: Mapping[Card, int] = field(default_factory=dict)
    found: Sequence[Found] = ()
    mine: bool = False

    @property
    def points(self) -> int:
        return worth(one.meld for one in self.found if one.ticked)


def meld_picker(view: Any, page: Any, typed: Any) -> Picker | None:
    """Returns the picker of a table's page, with the `typed` values; None where no seat can meld here.

    A form that was asked to tick again sends `ticks`, and one that was refused its melds: those stay ticked.
    """
    seats: list[int] = [seat for seat in view.to_act if seat in page.mine - page.secret_seats]
    if view.phase != "meld" or not seats:
        return None
    # The chosen seat, else this phone's own, else the first that has not melded.
    wanted = (parse_integer(typed.get("seat"), most=3), page.viewer.seat, seats[0])
    seat = next(seat for seat in wanted if seat in seats)
    reuse, sunk = page.options.meld_reuse, view.extra.sunk
    melds = melds_from(typed.getlist("melds")) if "ticks" in typed or "type" in typed else None
    copies = copies_in(typed) or tapped_for(melds or (), reuse)
    own = (view.extra.held or ()) if seat == page.viewer.seat and not copies else ()
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
    """Returns all melds in these cards, with the best set ticked, and its total."""
    sunk, reuse = view.extra.sunk, options.meld_reuse
    found = found_in(cards, best_melds(cards, sunk, reuse), sunk, reuse)
    return {"found": found, "points": worth(one.meld for one in found if one.ticked)}


def copies_in(typed: Mapping[str, str]) -> dict[Card, int]:
    """Returns how often each card was tapped; other fields are ignored."""
    return {card: times for card in PACK if (times := parse_integer(typed.get(forms.COPIES + card), most=COPIES))}


def melds_from(values: Iterable[str]) -> list[Meld]:
    """Returns the melds in these fields of a form; other fields are ignored."""
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
    """Returns the melds in these cards, the `ticked` ones first; of those that cannot be laid with them why not."""
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


TAPS = "copies"
"""Prefix of the names of the fields for the cards tapped."""
NAMED = "copies-named"
"""The field with the cards in which the melds of the same form were named."""


@dataclass(frozen=True)
class AmendedMelds:
    """The picker's content: how often each card can have been held, the cards tapped, and the melds in these."""

    most: Mapping[Card, int]
    copies: Mapping[Card, int]
    found: Sequence[Found]

    @property
    def points(self) -> int:
        return worth(one.meld for one in self.found if one.ticked)

    @property
    def named(self) -> str:
        return _said(self.copies)

    @property
    def is_limited(self) -> bool:
        return 0 in self.most.values()


def amended_melds(asked: AskedField) -> AmendedMelds:
    """Returns the picker: with the typed values, else with the melds as they were entered."""
    reuse, held = asked.fold.state.options.meld_reuse, _held(asked)
    entered = melds_from(" ".join(cards) for cards in asked.value or ())
    typed = None if asked.typed is None else copies_in(asked.typed)
    tapped = tapped_for(entered, reuse) if typed is None else typed
    copies = {card: least for card, times in tapped.items() if (least := min(times, held.most[card]))}
    cards, sunk = tuple(Counter(copies).elements()), _sunk(asked.around)
    if typed is None or asked.typed is None:
        wanted: Sequence[Meld] = entered
    elif are_named(asked):
        wanted = melds_from(asked.typed.getlist("melds"))
    else:
        wanted = best_melds(cards, sunk, reuse)
    ticked = _in_room(fitting(wanted, cards, sunk, reuse), held, reuse)
    found = [_refused_if_too_many(one, ticked, held, reuse) for one in found_in(cards, ticked, sunk, reuse)]
    return AmendedMelds(held.most, copies, found)


def are_named(asked: AskedField) -> bool:
    """Tells whether the melds that were sent were named in the cards that were tapped."""
    return asked.typed is not None and asked.typed.get(NAMED, "") == _said(copies_in(asked.typed))


def _held(asked: AskedField) -> Holdings:
    wanted = None if asked.typed is None else parse_integer(asked.typed.get("seat"), most=SEATS - 1)
    seat = asked.raw.get("seat", 0) if wanted is None else wanted
    return holdings(asked.around, seat, asked.fold.state.options.meld_reuse)


def _sunk(around: Iterable[Event]) -> Suit | None:
    return next((event.suit for event in around if isinstance(event, (Sink, Contract))), None)


def _in_room(melds: Iterable[Meld], held: Holdings, reuse: str) -> list[Meld]:
    laid: list[Meld] = []
    for meld in melds:
        if not _cards_too_many([*laid, meld], held, reuse):
            laid.append(meld)
    return laid


def _refused_if_too_many(one: Found, ticked: Sequence[Meld], held: Holdings, reuse: str) -> Found:
    if one.ticked or one.rule or not (more := _cards_too_many([*ticked, one.meld], held, reuse)):
        return one
    return Found(one.meld, False, too_many(more), "DEEP-3")


def _cards_too_many(melds: Iterable[Meld], held: Holdings, reuse: str) -> int:
    return held.too_many(needed([(meld.kind, meld.cards) for meld in melds], reuse))


def _said(copies: Mapping[Card, int]) -> str:
    return " ".join(card for card in PACK for _copy in range(min(copies.get(card, 0), COPIES)))
