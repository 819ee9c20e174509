"""Cases of Sicherman's War in words: the skirmish that lies, and its refusals. There are no revokes."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, takewhile, zip_longest

from rules_core.cards import Card
from rules_core.events import encode
from rules_core.games.sichermans_war.case_evidence import SkirmishEvidence
from rules_core.games.sichermans_war.dice import FACES
from rules_core.games.sichermans_war.events import Roll
from rules_core.games.sichermans_war.spoils import value
from rules_core.games.sichermans_war.war import War
from rules_core.replay import Node, Raw
from webapp.games.sichermans_war.cloth import DICE, dice_names
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.cards import card_name
from webapp.words.case_kit import EvidenceLine, EvidenceTable, Slip
from webapp.words.cases import CallReason
from webapp.words.phrases import number
from webapp.words.refusal_kit import Facts, Names, OwnWords, seat_named, unlikely, whole, wrong_numbers
from webapp.words.rulebook import Cited
from webapp.words.turn import totals_said


def thinkable(war: War) -> Iterator[Raw]:
    for seat in range(war.players):
        yield from ({"type": "roll", "seat": seat, "die": die, "value": 1} for die in ("low", "d6", "high"))


def state_rows(war: War, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    skirmish = None if war.hand is None else war.hand.skirmish
    yield _("Skirmish"), "–" if skirmish is None else totals_said(names, skirmish.totals)


CALL_REASONS: Mapping[str, CallReason] = {
    "ties": CallReason(_l("A tie"), ("WAR-8", "WAR-9", "WAR-10", "WAR-14", "WAR-15", "WAR-16", "WAR-17")),
    "dice": CallReason(
        _l("A die, or when it was rolled"),
        ("WAR-7", "WAR-2", "WAR-9"),
        ("die-already-used", "bad-roll", "out-of-skirmish"),
        ready={"war-die-spent": _l("A rolled die counts, and is spent until the next battle.")},
    ),
    "score": CallReason(rules=("WAR-11", "WAR-12", "WAR-10")),
}


def skirmish_said(found: SkirmishEvidence, game: str, names: Sequence[str]) -> EvidenceTable:
    """Returns the cards and dice of all seats, a column each, with the totals."""
    return EvidenceTable(
        _("Cards and dice of skirmish %(number)s", number=found.number),
        tuple(names),
        (*_cards(found), *_dice(found)),
        tuple(number(total) for total in found.skirmish.totals),
        tuple(_taken(found, names)),
    )


def _cards(found: SkirmishEvidence) -> Iterator[EvidenceLine]:
    for place, cards in enumerate(zip_longest(*found.skirmish.cards)):
        title = _("Reinforcement") if place else _("Card")
        yield EvidenceLine(title, tuple("" if card is None else _worth(card) for card in cards))


def _worth(card: Card) -> str:
    """Returns a card with its value; a number card is its own value."""
    worth = number(value(card))
    return worth if card in "23456789T" else f"{card_name(card)}: {worth}"


def _dice(found: SkirmishEvidence) -> Iterator[EvidenceLine]:
    for die, title in DICE.items():
        cells = tuple(
            " + ".join(number(rolled.value) for rolled in rolls if rolled.die == die) for rolls in found.skirmish.rolls
        )
        if any(cells):
            yield EvidenceLine(_(title), cells)


def _taken(found: SkirmishEvidence, names: Sequence[str]) -> Iterator[Cited]:
    if found.winner is not None:
        yield Cited(
            _("%(name)s took skirmish %(number)s", name=names[found.winner], number=found.number) + ".", "WAR-6"
        )


def slips(newest: Sequence[Node], names: Sequence[str]) -> Iterator[Slip]:
    """Yields pairs of dice rolled in a row by one player whose results could be exchanged."""
    in_a_row = takewhile(lambda event: isinstance(event, Roll), (node.event for node in newest))
    rolls = [(at, roll) for at, roll in enumerate(in_a_row) if isinstance(roll, Roll)]
    for (later, second), (earlier, first) in combinations(rolls, 2):
        fits = first.value in FACES[second.die] and second.value in FACES[first.die]
        if first.seat == second.seat and first.die != second.die and first.value != second.value and fits:
            said = dict(dice_names())
            text = _(
                "Swap the dice of %(name)s: %(one)s %(first)s, %(other)s %(second)s",
                name=names[first.seat],
                one=said[first.die],
                first=second.value,
                other=said[second.die],
                second=first.value,
            )
            swapped = {
                earlier: {**encode(first), "value": second.value},
                later: {**encode(second), "value": first.value},
            }
            yield Slip(text, swapped, previewed=True)


def _already_used(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names)
    return (
        _("This die is spent"),
        _("%(name)s has rolled it in this battle. It comes back for the next one.", name=name),
    )


def _bad_roll(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("This die has no such face")
    faces = {
        "d6": _("On it are 1, 2, 3, 4, 5 and 6."),
        "low": _("On it are 1, 2, 2, 3, 3 and 4."),
        "high": _("On it are 1, 3, 4, 5, 6 and 8."),
    }
    text = faces.get(str(facts.get("die")), _("Look at the die and choose again."))
    return title, text


def _out(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("%(name)s is out of this skirmish", name=seat_named(facts, names)),
        _("Tied without reinforcements against a player who has some: nothing more can be added until the next card."),
    )


def _draw_first(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("phase") != "reinforce" or "to_act" not in facts:
        return None
    return _("Not now"), _("First a reinforcement is drawn by: %(names)s.", names=seat_named(facts, names, "to_act"))


def _others_draw(facts: Facts, names: Names) -> tuple[str, str] | None:
    if not facts.get("to_act"):
        return None
    return _("Not these seats"), _("A card each is drawn by: %(names)s.", names=seat_named(facts, names, "to_act"))


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str] | None:
    # Some spoils may be nobody's: too few are possible, so one of the numbers is too high.
    if "kind" in facts and whole(facts, "due", "sum") and facts["sum"] < facts["due"]:
        return wrong_numbers(unlikely())
    return None


def _card_missing(facts: Facts, names: Names) -> tuple[str, str] | None:
    if facts.get("field") != "cards":
        return None
    return _("A card is missing"), _("Everybody turns a card in each skirmish.")


REFUSALS: Mapping[str, OwnWords] = {
    "die-already-used": _already_used,
    "bad-roll": _bad_roll,
    "out-of-skirmish": _out,
    "bad-value": _card_missing,
    "wrong-phase": _draw_first,
    "bad-seat": _others_draw,
    "bad-tally": _bad_tally,
}
