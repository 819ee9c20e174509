"""Entries of Sechsundsechzig in words: the talon, the card turned up, announcements, the call, and Augen."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from rules_core.events import Event
from rules_core.games.sechsundsechzig.events import (
    AugenTrick,
    Call,
    Close,
    MarriageMeld,
    MarriagePlay,
    PointsTally,
    Swap,
    TurnUp,
)
from rules_core.games.sechsundsechzig.marriage import PLAIN_MARRIAGE, TRUMP_MARRIAGE
from rules_core.games.sechsundsechzig.piles import NOBODY
from webapp.games.common.entry_questions import AskedField, EntryForm, EntryQuestion, of_few
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cards import card_said, rank_name
from webapp.words.entry_kit import Act, Entry, Names, Say, numbers_said, played, took_with
from webapp.words.phrases import marked, named


def _swap(event: Swap, names: Names, say: Say) -> Markup:
    return named(_("%(name)s swapped the lowest trump for the card turned up"), names[event.seat])


def _marriage(event: MarriagePlay, names: Names, say: Say) -> Markup:
    if not event.marriage:
        return played(event, names, say)
    return named(_("%(name)s played %(card)s and announced the marriage"), names[event.seat], card=say(event.card))


def _announced(event: MarriageMeld, names: Names, say: Say) -> Markup:
    return named(_("%(name)s announced %(points)s"), names[event.seat], points=event.points)


def _points_of(event: PointsTally, names: Names, say: Say) -> Markup:
    return marked(_("The hand was entered as %(points)s points"), points=numbers_said(event.points))


ENTRIES: Mapping[type[Event], Entry] = {
    TurnUp: lambda event, names, say: marked(_("Turned up: %(cards)s"), cards=say(event.card)),
    Close: lambda event, names, say: named(_("%(name)s closed the talon"), names[event.seat]),
    Swap: _swap,
    Call: lambda event, names, say: named(_("%(name)s called"), names[event.seat]),
    MarriagePlay: _marriage,
    MarriageMeld: _announced,
    AugenTrick: lambda event, names, say: took_with(event, names, _("%(num)s Augen", num=event.augen)),
    PointsTally: _points_of,
}


# Actions


def _marriages(events: Sequence[MarriagePlay], names: Names) -> str:
    cards = ", ".join(card_said(event.card) for event in events)
    return _("%(name)s announces a marriage with %(cards)s", name=names[events[0].seat], cards=cards)


def _announces(events: Sequence[MarriageMeld], names: Names) -> str:
    points = ", ".join(str(event.points) for event in events)
    return _("%(name)s announces %(points)s", name=names[events[0].seat], points=points)


ACTS: Mapping[type[Event], Act] = {
    TurnUp: lambda events, names: _("A card is turned up, any of the pack"),
    Close: _l("%(name)s closes the talon"),
    Swap: _l("%(name)s swaps the lowest trump for the card turned up"),
    Call: _l("%(name)s calls"),
    MarriagePlay: _marriages,
    MarriageMeld: _announces,
}


MOST_MARRIAGES = 2 * (TRUMP_MARRIAGE + 3 * PLAIN_MARRIAGE)
"""All marriages of a double pack."""


def _marriages_of(asked: AskedField) -> Iterator[EntryQuestion]:
    yield from of_few(asked, range(0, MOST_MARRIAGES + 1, PLAIN_MARRIAGE))


def _seat_or_nobody(asked: AskedField) -> Iterator[EntryQuestion]:
    nobody = "" if asked.field.kind == "seat" else str(NOBODY)
    seats = [(str(seat), player) for seat, player in enumerate(asked.players)]
    yield EntryQuestion("one", asked.name, asked.label, "", [*seats, (nobody, _("Nobody"))])


ENTRY_FORM = EntryForm(
    kinds={
        "turn-up": _l("The card turned up"),
        "close": _l("The talon is closed"),
        "swap": _l("The trump is swapped"),
        "meld": _l("A meld"),
        "claim": _l("The call"),
    },
    fields={
        "marriage": lambda: _("With king and %(queen)s announced", queen=rank_name("Q")),
        "augen": _l("Augen"),
        "caller": _l("Who called"),
        "marriages": _l("Marriages"),
        "closer": _l("Who had closed the talon"),
        "early": _l("Before that another side had taken a trick"),
        "last": _l("Who took the last trick of a hand played to its end"),
    },
    questions={
        "piles.caller": _seat_or_nobody,
        "piles.marriages": _marriages_of,
        "piles.closer": _seat_or_nobody,
        "piles.last": _seat_or_nobody,
    },
    not_then=frozenset({"bad-claim"}),
)
