"""A proven breach in words: what was played, what came to light, and where."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core import replay
from rules_core.events import Event, Hand, Play
from rules_core.findings import Infraction
from rules_core.games.sechsundsechzig.events import MarriagePlay
from rules_core.games.sichere_six.events import Mercy
from rules_core.replay import Fold, Node
from rules_core.view import TrickView
from webapp.http.language import gettext as _
from webapp.table import tricks_played
from webapp.table.hypothesis import broken_duty
from webapp.table.tricks_played import laid_hands, suit_asked_for
from webapp.words.cards import card_said, one_of, suit_name

Names = Sequence[str]
_OTHER_HALF = {"K": "Q", "Q": "K"}


@dataclass(frozen=True)
class Shown:
    """The card that came to light, and the entry that showed it: a play, a declared hand, the end of the hand."""

    card: str
    event: int
    announced: bool = False


@dataclass(frozen=True)
class Case:
    """A proven breach with its evidence: the trick of the play, and the trick or the hand that proved it.

    `hand` is the number of the hand it happened in; `led_suit` the suit that the trick asked for, `ahead` the card that
    had to be gone over, if any; `shown` the card that came to light, None where the player said at once that it really
    happened; `in_trick` is None where no trick showed the card. `mercy`: a card came into the hand in between.
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
    mercy: bool

    @property
    def shown(self) -> str | None:
        """The card that came to light."""
        return self.found.card if self.found else None


def case_of(fold: Fold, found: Infraction) -> Case:
    """Returns the evidence of a breach, read from the tricks of the hand in which it happened."""
    for hand in laid_hands(fold):
        broke = hand.trick_of(found.event)
        if broke is None:
            continue
        nodes = _of_the_hand(fold, found)
        earlier, shown = tricks_played.before(fold, nodes[0]), _shown(fold, found, nodes, hand.tricks)
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
            any(isinstance(node.event, Mercy) and node.event.seat == found.seat for node in _until(nodes, found.proof)),
        )
    raise LookupError(f"no trick holds event {found.event}")


def _of_the_hand(fold: Fold, found: Infraction) -> list[Node]:
    """The play that broke the rule and what was entered after it in the same hand."""
    nodes = replay.nodes(fold)
    at = next(at for at, node in enumerate(nodes) if node.index == found.event and isinstance(node.event, Play))
    done = len(tricks_played.before(fold, nodes[at]).finished)
    return [node for node in nodes[at:] if len(tricks_played.before(fold, node).finished) == done]


def _until(nodes: list[Node], proof: int) -> Iterator[Node]:
    return (node for node in nodes if node.index <= proof)


def _ahead(before: Any) -> str | None:
    """The card that was ahead, where the duties ask for a higher one."""
    ahead = getattr(before.hand, "ahead", None)
    return ahead.card if ahead else None


def _shown(fold: Fold, found: Infraction, nodes: list[Node], tricks: Sequence[Any]) -> Shown | None:
    """The card that came to light: the one played last before the proof stood, else one that showed with it or later.

    Of a declared hand one that has been played since, if there is one: all know it.
    """
    if found.proof == found.event:
        return None
    contradicts = _would_refuse(fold, found, nodes[0])
    played = [shown for node in nodes[1:] for shown in _played(node, found.seat) if contradicts(shown.card)]
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


def _played(node: Node, seat: int) -> Iterator[Shown]:
    """What a play of this seat shows: the other half of a marriage that it announces, and its card."""
    event: Event = node.event
    if isinstance(event, Play) and event.seat == seat:
        if isinstance(event, MarriagePlay) and event.marriage:
            yield Shown(_OTHER_HALF[event.card[0]] + event.card[1], node.index, announced=True)
        yield Shown(event.card, node.index)


def _declared(nodes: list[Node], found: Infraction) -> Iterator[str]:
    for node in nodes:
        if node.index >= found.proof and isinstance(node.event, Hand) and node.event.seat == found.seat:
            yield from node.event.cards


def _never_played(fold: Fold, tricks: Sequence[Any]) -> list[str]:
    """The one card that was buried, in a round of Sichere Six that was played to its end (SIC-15)."""
    out = {played.card for trick in tricks for played in trick.cards}
    left = [card for card in fold.game.pack if card not in out]
    return left if len(left) == 1 else []


# Sentences


def proof_title(fold: Fold, found: Infraction, names: Names) -> str:
    """Returns *Jonas had a heart in trick 3*."""
    case = case_of(fold, found)
    facts = {
        "name": names[found.seat],
        "one": one_of(case.led_suit),
        "suit": suit_name(case.led_suit),
        "number": case.broke.number,
    }
    match found.code:
        case "must-play-over":
            return _("%(name)s could have played over in trick %(number)s", **facts)
        case "must-beat":
            return _("%(name)s could have gone higher in trick %(number)s", **facts)
        case "must-trump":
            return _("%(name)s could have trumped in trick %(number)s", **facts)
    return _("%(name)s had a %(one)s in trick %(number)s", **facts)


def proof_text(case: Case, names: Names) -> str:
    """Returns the two facts that contradict each other, with the rule's number."""
    if case.infraction.code == "must-follow-suit" and not (case.found and case.found.announced):
        return _not_followed(case, names)
    parts = {"broke": broken(case, names), "shown": _evidence(case), "rule": case.infraction.rule}
    return _("%(broke)s; %(shown)s. (%(rule)s)", **parts)


def _not_followed(case: Case, names: Names) -> str:
    facts = {
        "name": names[case.infraction.seat],
        "one": one_of(case.led_suit),
        "suit": suit_name(case.led_suit),
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
    """Returns what the play did not do: *Ann did not play over in trick 3*."""
    facts = {
        "name": names[case.infraction.seat],
        "one": one_of(case.led_suit),
        "suit": suit_name(case.led_suit),
        "first": case.broke.number,
    }
    match case.infraction.code:
        case "must-play-over":
            return _("%(name)s did not play over in trick %(first)s", **facts)
        case "must-beat":
            return _("%(name)s did not go higher in trick %(first)s", **facts)
        case "must-trump":
            return _("%(name)s did not trump in trick %(first)s", **facts)
    return _("%(name)s played no %(one)s in trick %(first)s", **facts)


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
    """The card that came to light; one that was a trump only by its rank is called so (SIC-9)."""
    if case.shown is None:
        return ""
    said = card_said(case.shown)
    if case.infraction.code == "must-follow-suit" and case.shown[1:] != case.led_suit:
        return _("%(card)s (trump)", card=said)
    return said


def between(case: Case) -> str | None:
    """Returns what came into the hand between the two cards, None where no second one is named."""
    if case.shown is None:
        return None
    if case.mercy:
        return _("Fate’s Mercy came into the hand in between: one card, but two contradict.")
    return _("No card came into the hand in between.")
