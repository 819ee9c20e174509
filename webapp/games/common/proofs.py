"""A proven breach in words: the play, the card that proves it, and where."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core import replay
from rules_core.events import Event, Hand, Play
from rules_core.findings import Infraction
from rules_core.replay import Fold, Node, state_before
from rules_core.view import TrickView
from webapp.games.common.names import hand_number
from webapp.games.registry import look_of, look_of_rule
from webapp.http.language import gettext as _
from webapp.table.closed_questions import broken_duty
from webapp.table.hand_span import suit_asked_for, tricks_around
from webapp.words.cards import card_said, one_of, suit_name
from webapp.words.cases import ANY_DUTY, DUTIES, Brought, DutyWords, Shows

Names = Sequence[str]


@dataclass(frozen=True)
class Shown:
    """The card that proves a breach, and the entry that showed it: a play, a declared hand, the end of the hand."""

    card: str
    event: int
    announced: bool = False


@dataclass(frozen=True)
class Case:
    """A proven breach with its evidence: the trick of the play, and the trick or the hand that proved it.

    `hand` is the number of the hand it happened in; `led_suit` the suit that the trick asked for, `ahead` the card that
    had to be gone over, if any; `shown` the card that came to light, None where the player said at once that it really
    happened; `in_trick` is None where no trick showed the card. `brought`: what came into the hand in between.
    """

    infraction: Infraction
    hand: int
    under_way: bool
    broke: TrickView
    played: str
    led_suit: str
    ahead: str | None
    found: Shown | None
    in_trick: TrickView | None
    brought: Brought | None

    @property
    def shown(self) -> str | None:
        return self.found.card if self.found else None


def case_of(fold: Fold, found: Infraction) -> Case:
    """Returns the evidence of a breach, read from the tricks of the hand in which it happened."""
    hand = tricks_around(fold, found.event)
    broke = hand.trick_of(found.event)
    assert broke is not None  # it is a card that was played in this hand
    nodes = _of_the_hand(fold, found)
    earlier, shown = state_before(fold, nodes[0]), _shown(fold, found, nodes, hand.tricks)
    return Case(
        found,
        hand.number,
        hand.under_way,
        broke,
        next(p.card for p in broke.cards if p.event == found.event),
        suit_asked_for(earlier, broke) or "",
        _ahead(earlier),
        shown,
        hand.trick_of(shown.event) if shown and shown.event <= found.proof else None,
        _brought(fold, found, nodes),
    )


def _of_the_hand(fold: Fold, found: Infraction) -> list[Node]:
    nodes = replay.nodes(fold)
    at = next(at for at, node in enumerate(nodes) if node.index == found.event and isinstance(node.event, Play))
    done = len(state_before(fold, nodes[at]).finished)
    return [node for node in nodes[at:] if len(state_before(fold, node).finished) == done]


def _brought(fold: Fold, found: Infraction, nodes: list[Node]) -> Brought | None:
    known = look_of(fold.game.name).brings
    events = (node.event for node in nodes if node.index <= found.proof)
    return next((known[type(e)] for e in events if type(e) in known and getattr(e, "seat", None) == found.seat), None)


def _ahead(before: Any) -> str | None:
    ahead = getattr(before.hand, "ahead", None)
    return ahead.card if ahead else None


def _shown(fold: Fold, found: Infraction, nodes: list[Node], tricks: Sequence[Any]) -> Shown | None:
    """Returns the proving card: the one played last before the proof stood, else one shown with it or later.

    Of a declared hand one that has been played since, if there is one: all know it.
    """
    if found.proof == found.event:
        return None
    contradicts = _would_refuse(fold, found, nodes[0])
    shows = look_of(fold.game.name).shows
    played = [shown for node in nodes[1:] for shown in _played(node, found.seat, shows) if contradicts(shown.card)]
    before = [shown for shown in played if shown.event <= found.proof]
    if before:
        return before[-1]
    held = (Shown(card, found.proof) for card in (*_declared(nodes, found), *_never_played(fold, tricks)))
    return next((shown for shown in (*played, *held) if contradicts(shown.card)), None)


def _would_refuse(fold: Fold, found: Infraction, node: Node) -> Callable[[str], bool]:
    """Tells of a card whether the play would have been refused, had the hand been known to hold it."""

    def contradicts(card: str) -> bool:
        refusal = broken_duty(fold, node, card)
        return refusal is not None and refusal.code == found.code

    return contradicts


def _played(node: Node, seat: int, shows: Shows | None) -> Iterator[Shown]:
    """The cards that a play of this seat shows: announced ones, and its own."""
    event: Event = node.event
    if isinstance(event, Play) and event.seat == seat:
        yield from (Shown(card, node.index, announced=True) for card in (shows(event) if shows else ()))
        yield Shown(event.card, node.index)


def _declared(nodes: list[Node], found: Infraction) -> Iterator[str]:
    for node in nodes:
        if node.index >= found.proof and isinstance(node.event, Hand) and node.event.seat == found.seat:
            yield from node.event.cards


def _never_played(fold: Fold, tricks: Sequence[Any]) -> list[str]:
    """Returns the one card that was never played: of a hand that was played to its end, the buried one."""
    out = {played.card for trick in tricks for played in trick.cards}
    left = [card for card in fold.game.pack if card not in out]
    return left if len(left) == 1 else []


# Sentences


def proof_title(fold: Fold, found: Infraction, names: Names) -> str:
    """Returns *Jonas had a heart in trick 3*."""
    case = case_of(fold, found)
    return _(_words(case).title, name=names[found.seat], number=case.broke.number, **_suit(case))


def proof_of_hand(fold: Fold, found: Infraction, names: Names) -> str:
    """Returns *Hand 2: Jonas had a heart in trick 3*; of the hand under way the trick says enough."""
    case, title = case_of(fold, found), proof_title(fold, found, names)
    if case.under_way:
        return title
    return _("%(hand)s: %(what)s", hand=hand_number(fold.game.name, case.hand), what=title)


def proof_text(case: Case, names: Names) -> str:
    """Returns the two facts that contradict each other, with the rule's number."""
    if case.infraction.code == "must-follow-suit" and not (case.found and case.found.announced):
        return _not_followed(case, names)
    parts = {"broke": broken(case, names), "shown": _evidence(case), "rule": case.infraction.rule}
    return _("%(broke)s; %(shown)s. (%(rule)s)", **parts)


def _not_followed(case: Case, names: Names) -> str:
    facts = {
        "name": names[case.infraction.seat],
        **_suit(case),
        "first": case.broke.number,
        "rule": case.infraction.rule,
        "card": _card(case),
    }
    if case.shown is None:
        return _("%(name)s played no %(one)s in trick %(first)s though the hand held one. (%(rule)s)", **facts)
    if case.in_trick is None:
        return _("%(name)s played no %(one)s in trick %(first)s and held %(card)s. (%(rule)s)", **facts)
    return _(
        "%(name)s played no %(one)s in trick %(first)s and %(card)s in trick %(second)s. (%(rule)s)",
        second=case.in_trick.number,
        **facts,
    )


def broken(case: Case, names: Names) -> str:
    """Returns the broken duty: *Ann did not play over in trick 3*."""
    return _(_words(case).broken, name=names[case.infraction.seat], first=case.broke.number, **_suit(case))


def _words(case: Case) -> DutyWords:
    """The words of the duty that was broken; they speak of the suit that was led."""
    found, look = case.infraction, look_of_rule(case.infraction.rule)
    own = look.duties.get(found.code) if look else None
    return (own or DUTIES.get(found.code, ANY_DUTY)) if case.led_suit else ANY_DUTY


def _suit(case: Case) -> Mapping[str, str]:
    """The suit that was led, for a sentence; nothing where none was."""
    return {"one": one_of(case.led_suit), "suit": suit_name(case.led_suit)} if case.led_suit else {}


def _evidence(case: Case) -> str:
    if case.found is None:
        return _("the hand was known to hold such a card")
    if case.in_trick is None:
        return _("the hand held %(card)s", card=_card(case))
    facts = {"card": _card(case), "second": case.in_trick.number}
    if case.found.announced:
        return _("%(card)s was announced in trick %(second)s", **facts)
    return _("%(card)s came in trick %(second)s", **facts)


def _card(case: Case) -> str:
    """Returns the proving card; one that was a trump only by its rank is called so."""
    if case.shown is None:
        return ""
    said = card_said(case.shown)
    if case.infraction.code == "must-follow-suit" and case.shown[1:] != case.led_suit:
        return _("%(card)s (trump)", card=said)
    return said


def between(case: Case) -> str | None:
    """Returns in words what came into the hand between the two cards, None where no second one is named."""
    if case.shown is None:
        return None
    if case.brought is not None:
        return _(case.brought.said)
    return _("No card came into the hand in between.")
