"""Skirmishes: cards turned over, dice, reinforcements, spoils."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from rules_core.events import Event, Settle
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Roll, SpoilsTally
from rules_core.games.sichermans_war.table_view import Field
from webapp.games.sichermans_war.dice_words import dice_names
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.entry_kit import Act, Entry, Names, Say, each_said, named
from webapp.words.lists import joined
from webapp.words.marked import bold, marked


def _reveal(event: Reveal, names: Names, say: Say) -> Markup:
    return marked(_("Turned up: %(cards)s"), cards=each_said(zip(names, event.cards, strict=True), say))


def _roll(event: Roll, names: Names, say: Say) -> Markup:
    said = {
        "d6": _("%(name)s rolled %(value)s with the standard die"),
        "low": _("%(name)s rolled %(value)s with the low die"),
        "high": _("%(name)s rolled %(value)s with the high die"),
    }
    return named(said[event.die], names[event.seat], value=event.value)


def _reinforce(event: Reinforce, names: Names, say: Say) -> Markup:
    drawn = [(names[int(seat)], card) for seat, card in sorted(event.cards.items())]
    return marked(_("Drawn: %(cards)s"), cards=each_said(drawn, say))


def _spoils(event: SpoilsTally, names: Names, say: Say) -> Markup:
    return marked(_("The whole war was entered as its spoils"))


def outcome(event: Event, field: Field, names: Names) -> Markup | None:
    """Returns what follows once nobody adds anything to a skirmish: who takes it, or who draws."""
    if not isinstance(event, Settle):
        return None
    if field.tie:
        return marked(_("%(names)s draw"), names=bold(joined([names[seat] for seat in field.ahead])))
    fought = field.last
    if fought is None or fought.winner is None:
        cards = len(fought.cards) if fought else 0
        return marked(ngettext("%(num)s card thrown out", "%(num)s cards thrown out", cards))
    return named(_("%(name)s takes the skirmish"), names[fought.winner])


ENTRIES: Mapping[type[Event], Entry] = {
    Reveal: _reveal,
    Roll: _roll,
    Reinforce: _reinforce,
    SpoilsTally: _spoils,
}


# What may be done


def _rolls(events: Sequence[Roll], names: Names) -> str:
    rolled = {event.die for event in events}
    dice = ", ".join(word for die, word in dice_names() if die in rolled)
    return _("%(name)s rolls: %(dice)s", name=names[events[0].seat], dice=dice)


def _draws(events: Sequence[Reinforce], names: Names) -> str:
    who = joined([names[int(seat)] for seat in sorted(events[0].cards)])
    return _("A reinforcement is drawn by: %(names)s", names=who)


ACTS: Mapping[type[Event], Act] = {
    Reveal: lambda events, names: _("Everybody turns a card"),
    Roll: _rolls,
    Reinforce: _draws,
}
