"""Entries of Deep Six in words: the auction, the sunk suit, the exchange, melds, and points."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup
from msgspec import UNSET

from rules_core.events import Event
from rules_core.games.deep_six.auction import HIGHEST, OFFERED, STEP
from rules_core.games.deep_six.events import (
    Bid,
    CardMeld,
    Contract,
    Exchange,
    Pass,
    PointsTrick,
    Show,
    SidesTally,
    Sink,
)
from rules_core.games.deep_six.score import LOWEST_MELD
from webapp.games.common.entry_questions import AskedField, EntryForm, EntryQuestion, Own, of_few
from webapp.games.deep_six.melds import TAPS, amended_melds, are_named
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import LARGEST_FIELD_NUMBER
from webapp.words.cards import suit_name
from webapp.words.entry_kit import Act, Entry, Names, Say, cards_said, melds_said, numbers_said, took_with
from webapp.words.phrases import marked, named, number


def _contract(event: Contract, names: Names, say: Say) -> Markup:
    sentence = _("%(name)s bid %(amount)s and sank %(suit)s")
    return named(sentence, names[event.seat], amount=number(event.amount), suit=suit_name(event.suit))


def _show(event: Show, names: Names, say: Say) -> Markup:
    if not event.cards:
        return named(_("%(name)s showed nothing"), names[event.seat])
    return named(_("%(name)s showed %(cards)s"), names[event.seat], cards=cards_said(event.cards, say))


def _exchange(event: Exchange, names: Names, say: Say) -> Markup:
    # Which cards is for those two alone (DEEP-8).
    return named(_("%(name)s passed three cards over"), names[event.seat])


def _meld(event: CardMeld, names: Names, say: Say) -> Markup:
    melds = () if event.melds is UNSET else event.melds
    what = number(event.points) if event.points else melds_said(melds, say)
    if not what:
        return named(_("%(name)s melded nothing"), names[event.seat])
    return named(_("%(name)s melded %(what)s"), names[event.seat], what=what)


def _points(event: PointsTrick, names: Names, say: Say) -> Markup:
    return took_with(event, names, ngettext("%(num)s point", "%(num)s points", event.points))


def _taken_of(event: SidesTally, names: Names, say: Say) -> Markup:
    taken = numbers_said(event.taken)
    if event.meld is UNSET:
        return marked(_("The hand was entered as %(points)s points"), points=taken)
    sentence = _("The hand was entered as %(points)s points, melded %(meld)s")
    return marked(sentence, points=taken, meld=numbers_said(event.meld))


ENTRIES: Mapping[type[Event], Entry] = {
    Bid: lambda event, names, say: named(_("%(name)s bid %(amount)s"), names[event.seat], amount=number(event.amount)),
    Pass: lambda event, names, say: named(_("%(name)s passed"), names[event.seat]),
    Contract: _contract,
    Sink: lambda event, names, say: named(_("%(name)s sank %(suit)s"), names[event.seat], suit=suit_name(event.suit)),
    Show: _show,
    Exchange: _exchange,
    CardMeld: _meld,
    PointsTrick: _points,
    SidesTally: _taken_of,
}


# Actions


def _bids(events: Sequence[Bid], names: Names) -> str:
    name, amount = names[events[0].seat], number(events[0].amount)
    if len(events) == 1:
        return _("%(name)s bids %(amount)s", name=name, amount=amount)
    return _("%(name)s bids %(amount)s or less, in tens", name=name, amount=amount)


ACTS: Mapping[type[Event], Act] = {
    Bid: _bids,
    Pass: _l("%(name)s passes"),
    Sink: _l("%(name)s names the sunk suit"),
    Exchange: _l("%(name)s passes three cards face down"),
    CardMeld: _l("%(name)s melds"),
}


TENS, FIVES = 10, 5
BIDS = range(-LARGEST_FIELD_NUMBER // TENS * TENS, LARGEST_FIELD_NUMBER // TENS * TENS + 1, TENS)


def _sums_of_melds(asked: AskedField) -> Iterator[EntryQuestion]:
    yield from of_few(asked, range(0, LOWEST_MELD - 1, -FIVES))


def _bids_of_hands(asked: AskedField) -> Iterator[EntryQuestion]:
    bids = [(str(bid), number(bid)) for bid in range(HIGHEST, HIGHEST - STEP * OFFERED, -STEP)]
    yield EntryQuestion("select", asked.name, asked.label, "", [("", _("Not said yet")), *bids])


ENTRY_FORM = EntryForm(
    kinds={
        "bid": _l("A bid"),
        "pass": _l("A pass"),
        "contract": _l("The contract only"),
        "sink": _l("The sunk suit"),
        "show": _l("An invitation"),
        "exchange": _l("Three cards passed over"),
        "meld": _l("A meld"),
    },
    fields={
        "amount": _l("How much"),
        "melds": _l("Which melds"),
        "taken": _l("Taken"),
        "meld": _l("Melded"),
        "last": _l("Who took the last trick"),
        "bidder": _l("Bidder"),
        "bid": _l("Bid"),
        "sunk": _l("Sunk suit"),
    },
    questions={"piles.meld": _sums_of_melds, "piles.bid": _bids_of_hands},
    numbers={
        "bid.amount": BIDS,
        "contract.amount": BIDS,
        "trick.points": range(0, 81, TENS),
        "meld.points": range(-255, 1, FIVES),
        "tally.taken": range(0, 251, TENS),
        "tally.meld": range(-510, 1, FIVES),
    },
    begin={"bid.amount": 120, "contract.amount": 120, "meld.points": 0},
    own={"meld.melds": Own("_amended_melds", amended_melds, TAPS, are_named, first=True)},
    either={"meld": {"melds": _l("By cards"), "points": _l("Only points")}},
)
