"""Finished hands of Sechsundsechzig in words: heads, cells and goals of the score sheet, results, figures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rules_core.findings import ScoreLine
from rules_core.games.sechsundsechzig.hand import State
from rules_core.games.sechsundsechzig.packs import COUNTING
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.cards import SUITS, rank_name, suit_name
from webapp.words.hand_kit import NOT_YET, FigureWords, FinishedHand, HandFacts, LineWords, Names, Told, suit_said, who
from webapp.words.rulebook import Cited

FIGURES = {
    "calls": FigureWords(_l("Right calls"), _l("Of the calls, those with enough Augen.")),
    "closings": FigureWords(
        _l("Closings won"), _l("Of the hands in which this player closed the talon, those that brought points.")
    ),
    "marriages-20": FigureWords(_l("Marriages of 20"), _l("Announced in another suit than trump.")),
    "marriages-40": FigureWords(_l("Marriages of 40"), _l("Announced in trump.")),
    "threes": FigureWords(_l("Hands of three points"), _l("Hands that brought three points at once.")),
    "augen": FigureWords(_l("Augen"), _l("From tricks and from marriages that counted.")),
    "most-augen": FigureWords(_l("Most Augen in a hand"), _l("From tricks and from marriages that counted.")),
}


def cell(done: Any, side: int) -> list[str]:
    """Returns the Augen, the caller and the closer; the Augen stay unknown after a tally."""
    if done.augen is None:
        return [""]
    sides = len(done.points)
    augen = ngettext("%(num)s Auge", "%(num)s Augen", sum(done.augen[side::sides]))
    return [augen, _called(done, side), _closed(done, side)]


def _called(done: Any, side: int) -> str:
    if done.claimed_by is None or done.claimed_by % len(done.points) != side:
        return ""
    return _("called") if done.claim_good else _("wrong call")


def _closed(done: Any, side: int) -> str:
    if done.closed_by is None or done.closed_by % len(done.points) != side:
        return ""
    return _("closed, fell short") if done.outcome == "closer-failed" else _("closed")


def head(hand: FinishedHand) -> Iterator[Cited]:
    """Yields the trump, the closer and the caller, and the reason for the points."""
    done = hand.done
    if done.trump is not None:
        yield Cited(_("Trump: %(suit)s.", suit=suit_name(done.trump)), "SU-3")
    if done.closed_by is not None:
        yield Cited(_("%(name)s closed the talon.", name=hand.names[done.closed_by]), "SU-14")
    if done.claimed_by is not None:
        yield _call(hand)
    if told := _WORTH.get(done.outcome):
        yield told(hand)


def _call(hand: FinishedHand) -> Cited:
    """Returns the caller and the Augen; partners count together (SU-16)."""
    done, sides = hand.done, len(hand.done.points)
    said = {
        "name": hand.names[done.claimed_by],
        "at": hand.options.call_at,
        "augen": sum(done.augen[done.claimed_by % sides :: sides]),
    }
    if done.claim_good:
        return Cited(_("%(name)s called %(at)s with %(augen)s Augen.", **said), "SU-19")
    return Cited(_("%(name)s called %(at)s with only %(augen)s Augen.", **said), "SU-23")


def _right(hand: FinishedHand) -> Cited:
    points = max(hand.done.points)
    if points == 3:
        return Cited(_("The opponents have no trick: 3 points."), "SU-21")
    if points == 2:
        return Cited(_("The opponents have at most 32 Augen: 2 points."), "SU-21")
    return Cited(_("The opponents have a trick and more than 32 Augen: 1 point."), "SU-21")


def _wrong(hand: FinishedHand) -> Cited:
    worth = ngettext("%(num)s point", "%(num)s points", max(hand.done.points))
    return Cited(_("The opponents score what a right call would have won: %(worth)s.", worth=worth), "SU-23")


def _fell_short(hand: FinishedHand) -> Cited:
    if max(hand.done.points) == 3:
        return Cited(_("The talon was closed in vain, and the opponents had no trick then: 3 points."), "SU-22")
    return Cited(_("The talon was closed in vain, and the opponents had a trick then: 2 points."), "SU-22")


_WORTH: Mapping[str, Callable[[FinishedHand], Cited]] = {
    "call-right": _right,
    "call-wrong": _wrong,
    "closer-failed": _fell_short,
    "unclaimed": lambda hand: Cited(_("Nobody called, so nobody scores."), "SU-24"),
    "last-trick": lambda hand: Cited(_("Nobody called: the last trick scores 1 point."), "SU-24"),
    "tally": lambda hand: Cited(_("Only the points were entered.")),
}


def match_said(state: State, names: Sequence[str]) -> str:
    """Returns how many calls of a match were right; empty without calls."""
    calls = [done.claim_good for done in state.finished if done.claimed_by is not None]
    if not calls:
        return ""
    return ngettext(
        "%(right)s of %(num)s call was right.", "%(right)s of %(num)s calls were right.", len(calls), right=sum(calls)
    )


def _settled(hand: Any, done: Any, names: Names) -> Told:
    there = done or hand
    yield _("Trump"), suit_said(getattr(there, "trump", None))
    yield _("Closed the talon"), who(getattr(there, "closed_by", None), names)
    announced = [f"{names[marriage.seat]} {marriage.points}" for marriage in getattr(there, "marriages", ())]
    yield _("Marriages"), ", ".join(announced) or NOT_YET


def _outcome(done: Any, names: Names) -> Told:
    yield _("Called"), who(done.claimed_by, names)
    said = {True: _("right"), False: _("wrong"), None: NOT_YET}
    yield _("The call"), said[done.claim_good]
    for name, augen in zip(names, done.augen or (NOT_YET,) * len(names), strict=True):
        yield _("Augen of %(name)s", name=name), str(augen)


HAND_FACTS = HandFacts(settled=_settled, outcome=_outcome)


def _marriage(line: ScoreLine) -> str:
    suit = line.facts.get("suit")
    said = {"augen": line.facts.get("augen", "?"), "suit": suit_name(suit) if suit in SUITS else ""}
    waits = not line.facts.get("counts", True)
    if not said["suit"]:
        return _("%(augen)s announced, no trick for it", **said) if waits else _("%(augen)s announced", **said)
    if waits:
        return _("%(augen)s announced in %(suit)s, no trick for it", **said)
    return _("%(augen)s announced in %(suit)s", **said)


LINES: Mapping[str, LineWords] = {
    "cards": lambda line: _("%(num)s Augen in tricks", num=line.facts.get("augen", "?")),
    "marriage": _marriage,
    "last-trick-augen": lambda line: _("%(num)s Augen for the last trick", num=line.facts.get("augen", "?")),
    "call-right": lambda line: _("Called rightly"),
    "call-wrong": lambda line: _("Wrong call of an opponent"),
    "closer-failed": lambda line: _("An opponent closed the talon and fell short"),
    "unclaimed": lambda line: _("Nobody called"),
    "points": lambda line: _("Entered as points"),
}


Act = Literal["called", "closed", "both"]


@dataclass(frozen=True)
class SideCount:
    """A side between hands. `did`: its act in the last one; `lines` explain the count of its Augen.

    Before the first hand `points` is None, and `augen` is where nobody counted them.
    """

    name: str
    did: Act | None
    lines: tuple[str, ...]
    augen: int | None
    points: int | None
    total: int
    wins: Literal["alone", "shared"] | None


def side_counts(board: Any) -> Iterator[SideCount]:
    """Yields each side of a table (`webapp.pages.board.Board`) between two hands."""
    last, sides = board.finished[-1] if board.finished else None, len(board.sides)
    for side, name in enumerate(board.sides):
        lines = [counted for counted in board.extra.count if counted.side == side and counted.points is None]
        yield SideCount(
            name,
            _did(last, side, sides) if last else None,
            tuple(LINES[counted.what](counted) for counted in lines),
            sum(last.augen[side::sides]) if last and last.augen else None,
            last.points[side] if last else None,
            board.totals[side],
            None if side not in board.winners else "alone" if len(board.winners) == 1 else "shared",
        )


def counted_hand(board: Any) -> int | None:
    """Returns the number of the last hand between two hands and after the match; None while one is played."""
    return len(board.finished) or None if board.phase in ("deal", "over") else None


def has_piles(board: Any) -> bool:
    """Tells whether the cloth shows how many tricks each has instead of cards: they are not entered, or none lies."""
    return board.hand.by_tricks or (board.phase == "claim" and not board.taken)


def _did(done: Any, side: int, sides: int) -> Act | None:
    called = done.claimed_by is not None and done.claimed_by % sides == side
    closed = done.closed_by is not None and done.closed_by % sides == side
    return "both" if called and closed else "called" if called else "closed" if closed else None


def augen_said() -> str:
    """Returns the values of the ranks: *ace 11, ten 10, king 4, queen 3, jack 2*."""
    return ", ".join(f"{rank_name(rank)} {augen}" for rank, augen in COUNTING)


def most_augen(worth: Sequence[tuple[str, int]], players: int) -> int:
    """Returns the most Augen that a trick can hold: the dearest card of everybody. `worth` begins with that card."""
    return worth[0][1] * players
