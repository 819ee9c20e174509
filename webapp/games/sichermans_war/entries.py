"""Skirmishes in words: cards turned over, dice, reinforcements, spoils."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup
from msgspec import structs

from rules_core.events import Event, Settle
from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.events import Reinforce, Reveal, Roll, SpoilsTally
from rules_core.games.sichermans_war.spoils import JOKER, RANKS_OF_PACK
from rules_core.games.sichermans_war.table_view import Field
from webapp.games.common.entry_questions import AskedField, EntryForm, EntryQuestion, Own, by_type
from webapp.games.sichermans_war.cloth import dice_names
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.entry_kit import Act, Entry, Names, Say, each_said
from webapp.words.phrases import bold, joined, marked, named


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


def outcome(event: Event, field: Field, names: Names) -> Markup | None:
    """Returns the result once nothing is added to a skirmish: its winner, or the seats that draw."""
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
    SpoilsTally: lambda event, names, say: marked(_("The whole war was entered as its spoils")),
}


# Actions


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


def _entry_form_spoils(asked: AskedField) -> Iterator[EntryQuestion]:
    """Jokers only where this table plays with them."""
    item = asked.field.item
    if item is not None and not asked.fold.state.options.jokers:
        parts = tuple([part for part in item.fields if part.name != "joker"])
        asked = replace(asked, field=structs.replace(asked.field, item=structs.replace(item, fields=parts)))
    yield from by_type(asked)


def _cards_there(asked: AskedField) -> Iterator[EntryQuestion]:
    """The same of the cards that are turned over or drawn."""
    if not asked.fold.state.options.jokers:
        ranks = [rank for rank in RANKS_OF_PACK if rank != JOKER]
        asked = replace(asked, form=replace(asked.form, cards={f"{asked.kind}.{asked.name}": ranks}))
    yield from by_type(asked)


def _faces(asked: AskedField) -> dict[int, list[str]]:
    """Every face that a die may show, with the dice that have none like it."""
    faces = sorted({face for die in FACES.values() for face in die})
    return {face: [die for die in FACES if face not in FACES[die]] for face in faces}


ENTRY_FORM = EntryForm(
    kinds={
        "reveal": _l("Cards turned over"),
        "roll": _l("A die"),
        "reinforce": _l("Reinforcements"),
    },
    fields={
        "die": _l("Which die"),
        "value": _l("What it shows"),
        "low": _l("2 to 9"),
        "ten": _l("Tens"),
        "face": _l("Jack to ace"),
        "joker": _l("Jokers"),
    },
    answers={"d6": _l("Standard"), "low": _l("Low"), "high": _l("High")},
    cards={"reveal.cards": RANKS_OF_PACK, "reinforce.cards": RANKS_OF_PACK},
    begin={"roll.value": 1},
    questions={"tally.spoils": _entry_form_spoils, "reveal.cards": _cards_there, "reinforce.cards": _cards_there},
    own={"roll.value": Own("_amended_face", _faces)},
)
