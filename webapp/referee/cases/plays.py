"""Plays that a case can be about, and those of them that can be corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from markupsafe import Markup

from rules_core import findings as rules
from rules_core.events import Adjust, Play, Ruling
from rules_core.findings import Contradiction, Infraction
from rules_core.replay import Fold, Node, state_before
from rules_core.view import TableView, TrickView
from webapp.games.common import entries
from webapp.games.common.proofs import Case, broken, case_of
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.pages.entry_location import entry_at
from webapp.referee.amending.draft import UNTOLD
from webapp.referee.cases.subject import Subject, is_shown
from webapp.table.entry import entry_of
from webapp.table.hand_span import state_before_entry, suit_asked_for, trick_at
from webapp.table.permissions import ASKABLE, refusal_of
from webapp.table.secret_hands import sayable
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cards import SentencePart, card_said, one_of, suit_name
from webapp.words.case_kit import SuitInForce
from webapp.words.phrases import bold, marked

Names = Sequence[str]


@dataclass(frozen=True)
class TrickCard:
    """A card of a trick: whose, which (None: not played yet), in question or not, and a word below it."""

    name: str
    card: str | None
    ringed: bool = False
    word: str = ""


@dataclass(frozen=True)
class ShownTrick:
    """A trick as it lay, by its number, and a line about it."""

    number: int
    line: Markup | str
    cards: list[TrickCard]


# A proven breach


def proof_steps(case: Case, names: Names) -> list[ShownTrick]:
    """Returns the trick of the play, and the one that revealed the card."""
    steps = [_step(case.broke, [case.infraction.event], names, _led(case, names))]
    if case.in_trick is not None and case.found is not None:
        said = _("%(name)s announced %(card)s.") if case.found.announced else _("%(name)s played %(card)s.")
        card = bold(card_said(case.found.card, SentencePart.OBJECT))
        line = marked(said, name=names[case.infraction.seat], card=card)
        steps.append(_step(case.in_trick, [case.found.event], names, line))
    return steps


def _led(case: Case, names: Names) -> Markup:
    suit = suit_name(case.led_suit)
    if case.infraction.code != "must-follow-suit":
        what = bold(broken(case, names))
        if case.ahead is None:
            return marked(_("Led: %(suit)s. %(what)s."), suit=suit, what=what)
        ahead = card_said(case.ahead)
        return marked(_("Led: %(suit)s. Ahead: %(ahead)s. %(what)s."), suit=suit, ahead=ahead, what=what)
    none = bold(_("no %(one)s", one=one_of(case.led_suit), suit=suit))
    name = names[case.infraction.seat]
    return marked(_("Led: %(suit)s. %(name)s played %(none)s."), suit=suit, name=name, none=none)


# Contradictions


def tricks_of(fold: Fold, plays: Sequence[int]) -> list[TrickView]:
    """Returns the tricks in which these plays fell, each once."""
    lying = (trick_at(fold, event) for event in plays)
    return list(dict.fromkeys(trick for trick in lying if trick is not None))


def nameless_step(fold: Fold, trick: TrickView, ringed: Sequence[int]) -> ShownTrick:
    """Returns a trick of contradicting plays, without names."""
    asking = next(played.event for played in trick.cards if played.event in ringed)
    suit = suit_asked_for(state_before_entry(fold, asking), trick)
    line = _("Led: %(suit)s.", suit=suit_name(suit)) if suit else ""
    return ShownTrick(trick.number, line, [TrickCard("", p.card, p.event in ringed) for p in trick.cards])


# A trick, or a play of it, in dispute


def whole_step(trick: TrickView, names: Names) -> ShownTrick:
    """Returns a trick with its winner."""
    taken = "" if trick.winner is None else entries.taken(names[trick.winner], trick.number)
    return _step(trick, [], names, taken)


def play_step(fold: Fold, node: Node, names: Names) -> ShownTrick | None:
    """Returns the trick of a play, up to that play, with the suit led, the card ahead and trump; None without one."""
    trick = trick_at(fold, node.index)
    if trick is None:
        return None
    view: TableView = fold.game.view(state_before(fold, node), rules.Observer())
    words = {seat.seat: _("ahead") for seat in view.seats if seat.ahead}
    words = {**words, trick.cards[0].seat: _word_of_leader(words, trick)}
    line = Markup(" ").join(_as_it_stood(fold, node, trick, view, names))
    return _step(trick, [node.index], names, line, words)


def _word_of_leader(words: Mapping[int, str], trick: TrickView) -> str:
    leader = trick.cards[0].seat
    return _("led, ahead") if leader in words else _("led")


def _as_it_stood(fold: Fold, node: Node, trick: TrickView, view: TableView, names: Names) -> list[Markup]:
    before, after = state_before(fold, node), node.state
    event = node.event
    assert isinstance(event, Play)
    look = look_of(fold.game.name)
    lines = [
        _led_then(before, trick, event),
        _ahead_then(view, names),
        _suit_then(look.suit_in_force, before),
        _suit_from_here(look.suit_in_force, before, after),
    ]
    if look.play_said is not None and (said := look.play_said(event)):
        lines.append(marked(said))
    if event.irregular:
        lines.append(marked(_("It was entered as what really happened.")))
    if trick.winner is not None:
        lines.append(marked("%(taken)s.", taken=entries.taken(names[trick.winner], trick.number)))
    return [line for line in lines if line]


def _led_then(before: Any, trick: TrickView, event: Play) -> Markup:
    if trick.cards[0].card == event.card and trick.cards[0].seat == event.seat:
        return marked(_("This card was led."))
    suit = suit_asked_for(before, trick)
    return marked(_("Led: %(suit)s."), suit=bold(suit_name(suit))) if suit else marked(_("Led: the Joker."))


def _ahead_then(view: TableView, names: Names) -> Markup:
    seat = next((seat for seat in view.seats if seat.ahead and seat.card), None)
    if seat is None or seat.card is None:
        return Markup()
    return marked(_("Ahead: %(card)s of %(name)s."), card=card_said(seat.card), name=names[seat.seat])


def _suit_then(known: SuitInForce | None, before: Any) -> Markup:
    if known is None:
        return Markup()
    suit = known.of(before.hand)
    if suit:
        return marked(_(known.then), suit=bold(suit_name(suit)))
    return marked(_(known.none_yet)) if known.none_yet else Markup()


def _suit_from_here(known: SuitInForce | None, before: Any, after: Any) -> Markup:
    if known is None or not known.from_here or after.hand is None:
        return Markup()
    old, new = known.of(before.hand), known.of(after.hand)
    return marked(_(known.from_here), suit=bold(suit_name(new))) if new and new != old else Markup()


# All of them


def _step(
    trick: TrickView, ringed: Sequence[int], names: Names, line: Markup | str, words: Mapping[int, str] | None = None
) -> ShownTrick:
    played = [p.seat for p in trick.cards]
    said = words or {}
    cards = [TrickCard(names[p.seat], p.card, p.event in ringed, said.get(p.seat, "")) for p in trick.cards]
    first = trick.cards[0].seat
    waiting = [seat for step in range(len(names)) if (seat := (first + step) % len(names)) not in played]
    return ShownTrick(trick.number, line, [*cards, *(TrickCard(names[seat], None) for seat in waiting)])


def corrections(subject: Subject) -> list[tuple[str, str]]:
    """Returns the pages that correct the plays of a case, as far as this phone may: address and key."""
    table, dispute = subject.now.table.id, subject.dispute
    if dispute is not None and dispute.about is None and dispute.trick is None:
        entries = url_for("amendments.entries", table_id=table, hand=dispute.hand, back=subject.url)
        return [(entries, _("Correct an entry"))]
    return [
        (url_for("amendments.entry", table_id=table, index=index, back=subject.url), label)
        for index, label in _labels(subject).items()
        if may_be_corrected(subject.now, subject.viewer, index)
    ]


def may_be_corrected(now: Snapshot, viewer: Viewer, index: int) -> bool:
    """Tells whether this phone may correct the entries at this place of the log; a ruling is reopened instead."""
    node = entry_at(now, index)
    if node is None or isinstance(node.event, Ruling) or not viewer.takes_part:
        return False
    as_it_is = {"type": "amend", "changes": [{"target": index, "with": [sayable(node.event)]}], "reason": UNTOLD}
    barred = refusal_of(now, viewer, entry_of(now.fold, as_it_is))
    return barred is None or barred.code in ASKABLE


def _labels(subject: Subject) -> dict[int, str]:
    fold, point = subject.now.fold, subject.begins
    match subject.matter:
        case Infraction() as found:
            case = case_of(fold, found)
            where = [(case.infraction.event, case.broke)]
            if case.in_trick is not None and case.found is not None:
                where.append((case.found.event, case.in_trick))
            return {index: _("Correct trick %(number)s", number=trick.number) for index, trick in where}
        case Contradiction(plays=plays):
            return correcting(tricks_of(fold, plays), plays)
    if point is None or not is_shown(subject.now, subject.viewer, point):
        return {}
    if not isinstance(point.event, Play):
        return {} if isinstance(point.event, (Adjust, Ruling)) else {point.index: _("Correct this entry")}
    trick = trick_at(fold, point.index)
    return correcting([trick], [played.event for played in trick.cards]) if trick is not None else {}


def correcting(tricks: Sequence[TrickView], plays: Sequence[int]) -> dict[int, str]:
    """Returns the labels of the keys that correct these plays, by their places in the log.

    That is the card; of identical ones the trick, too, and within one trick which of them it was.
    """
    named = [(p.event, p.card, trick.number) for trick in tricks for p in trick.cards if p.event in plays]
    labels: dict[int, str] = {}
    for event, card, number in named:
        here = [at for at, other, trick in named if (other, trick) == (card, number)]
        facts = {"card": card_said(card), "trick": number, "place": here.index(event) + 1, "of": len(here)}
        if sum(other == card for _at, other, _trick in named) == 1:
            labels[event] = _("Correct %(card)s", **facts)
        elif len(here) == 1:
            labels[event] = _("Correct %(card)s in trick %(trick)s", **facts)
        else:
            labels[event] = _("Correct %(card)s in trick %(trick)s, %(place)s of %(of)s", **facts)
    return labels
