"""What may be done at a moment, one sentence for what somebody does: *Ann passes*, *Ben rolls: Low, Standard*."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rules_core.events import Deal, Event, Settle
from rules_core.games.deep_six.events import Bid, CardMeld, Exchange, Pass, Sink
from rules_core.games.sechsundsechzig.events import Call, Close, MarriageMeld, MarriagePlay, Swap, TurnUp
from rules_core.games.sichere_six.events import Mercy
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Roll
from rules_core.games.sixes_and_sevens.events import Ace
from webapp.games.sichermans_war.dice_words import dice_names
from webapp.http.language import gettext as _
from webapp.http.language import noted as _l
from webapp.words.cards import card_said
from webapp.words.lists import joined
from webapp.words.numbers import number

Names = Sequence[str]

_BY_ONE: Mapping[type[Event], str] = {
    Pass: _l("%(name)s passes"),
    Sink: _l("%(name)s names the sunk suit"),
    Exchange: _l("%(name)s passes three cards face down"),
    CardMeld: _l("%(name)s melds"),
    Mercy: _l("%(name)s takes Fate’s Mercy and buries a card"),
    Close: _l("%(name)s closes the talon"),
    Swap: _l("%(name)s swaps the lowest trump for the card turned up"),
    Call: _l("%(name)s calls"),
    Ace: _l("%(name)s says what the ace is, odd or even"),
}
"""What needs no more than who does it."""


def acts(events: Iterable[Event], names: Names) -> list[str]:
    """Returns a sentence for each kind of thing that each seat does in these events, which stand in that order."""
    return [_act(list(run), names) for _key, run in groupby(events, key=_doing)]


def _doing(event: Event) -> tuple[type[Event], int | None]:
    return type(event), getattr(event, "seat", None)


def _act(events: list[Event], names: Names) -> str:
    first = events[0]
    if (sentence := _BY_ONE.get(type(first))) is not None:
        return _(sentence, name=names[getattr(first, "seat", 0)])
    return _MORE[type(first)](events, names)


def _bids(events: Sequence[Bid], names: Names) -> str:
    name, amount = names[events[0].seat], number(events[0].amount)
    if len(events) == 1:
        return _("%(name)s bids %(amount)s", name=name, amount=amount)
    return _("%(name)s bids %(amount)s or less, in tens", name=name, amount=amount)


def _marriages(events: Sequence[MarriagePlay], names: Names) -> str:
    cards = ", ".join(card_said(event.card) for event in events)
    return _("%(name)s announces a marriage with %(cards)s", name=names[events[0].seat], cards=cards)


def _announces(events: Sequence[MarriageMeld], names: Names) -> str:
    points = ", ".join(str(event.points) for event in events)
    return _("%(name)s announces %(points)s", name=names[events[0].seat], points=points)


def _rolls(events: Sequence[Roll], names: Names) -> str:
    rolled = {event.die for event in events}
    dice = ", ".join(word for die, word in dice_names() if die in rolled)
    return _("%(name)s rolls: %(dice)s", name=names[events[0].seat], dice=dice)


def _draws(events: Sequence[Reinforce], names: Names) -> str:
    who = joined([names[int(seat)] for seat in sorted(events[0].cards)])
    return _("A reinforcement is drawn by: %(names)s", names=who)


def _deals(events: Sequence[Deal], names: Names) -> str:
    return ", ".join(_("%(name)s deals", name=names[e.dealer]) for e in events if isinstance(e.dealer, int))


_MORE: Mapping[type[Event], Callable[[Any, Names], str]] = {
    Bid: _bids,
    MarriagePlay: _marriages,
    MarriageMeld: _announces,
    Roll: _rolls,
    Reinforce: _draws,
    Deal: _deals,
    Reveal: lambda events, names: _("Everybody turns a card"),
    TurnUp: lambda events, names: _("A card is turned up, any of the pack"),
    Settle: lambda events, names: _("Nobody has anything to add"),
}
SPOKEN = frozenset(_BY_ONE) | frozenset(_MORE)
