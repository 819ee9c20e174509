"""Score of a round, the stones, and the end of the match (SIC-16..22)."""

from msgspec import Struct, structs

from rules_core.findings import Goal, Refusal, ScoreLine
from rules_core.games.sichere_six.events import NinesTally
from rules_core.games.sichere_six.ranking import PACK
from rules_core.games.sichere_six.round import TRICKS, HandState, HandSummary, Options, State, phase
from rules_core.hand_points import HandPoints
from rules_core.match import leaders, wrong_phase
from rules_core.tricks import tricks_won

NINES = 4  # SIC-16
PER_NINE = -2  # SIC-17
MIRTH = -6  # SIC-18

_PACK = frozenset(PACK)


class Stones(Struct, frozen=True):
    """A player's collection: light stones for points above zero, dark ones below (SIC-19)."""

    light: int
    dark: int


class StoneMoves(Struct, frozen=True):
    """A player's moves by hand for the points of a round: first takes back stones, then adds some (SIC-19)."""

    take_light: int = 0
    take_dark: int = 0
    add_light: int = 0
    add_dark: int = 0


def points(tricks: tuple[int, ...], nines: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the points of a round, per seat: a point a trick, -2 a nine (SIC-17), or Fate's Mirth (SIC-18)."""
    if NINES not in nines:
        return tuple([won + PER_NINE * count for won, count in zip(tricks, nines, strict=True)])
    return tuple([won + (0 if count == NINES else MIRTH) for won, count in zip(tricks, nines, strict=True)])


def hand_points(players: int, _options: Options) -> HandPoints:
    """Returns the possible points of a round: eight tricks and four nines, or Fate's Mirth (SIC-17, SIC-18)."""
    return HandPoints(MIRTH, TRICKS, sums=(TRICKS + PER_NINE * NINES, TRICKS + MIRTH * (players - 1)))


def stones(total: int) -> Stones:
    """Returns the stones that show this total (SIC-19)."""
    return Stones(max(total, 0), max(-total, 0))


def stone_moves(before: int, points: int) -> StoneMoves:
    """Returns the moves by hand from a total when a round brings these points (SIC-19)."""
    old, new = stones(before), stones(before + points)
    return StoneMoves(
        take_light=max(old.light - new.light, 0),
        take_dark=max(old.dark - new.dark, 0),
        add_light=max(new.light - old.light, 0),
        add_dark=max(new.dark - old.dark, 0),
    )


# A round entered as numbers


def judge_tally(state: State, event: NinesTally) -> Refusal | None:
    """Judges a whole round entered as tricks and nines: eight and four, no nines without a trick (SIC-16).

    Three nines a trick and a buried one is then no further bound: who has all four in one trick has buried one.
    """
    hand = state.hand
    if hand is None or hand.trick or hand.tricks:
        return wrong_phase(phase(state))
    for what, given, due in (("tricks", event.tricks, TRICKS), ("nines", event.nines, NINES)):
        if len(given) != state.players or min(given) < 0 or sum(given) != due:
            return Refusal("bad-tally", "SIC-16", {"field": what, "sum": sum(given), "due": due})
    for seat, (won, count) in enumerate(zip(event.tricks, event.nines, strict=True)):
        if count and not won:
            return Refusal("bad-tally", "SIC-16", {"field": "nines", "seat": seat, "nines": count, "tricks": won})
    return None


def tallied(state: State, hand: HandState, event: NinesTally) -> HandSummary:
    """Returns the round as it was entered. The Chosen is known only with Mirth (SIC-18)."""
    mirth = NINES in event.nines
    return HandSummary(
        hand.dealer,
        points(event.tricks, event.nines),
        event.tricks,
        event.nines,
        before=state.totals,
        chosen=event.nines.index(NINES) if mirth else None,
        mirth=mirth,
        play_off=hand.play_off,
    )


# A round played


def nines_fit(caught: int, tricks_left: int) -> bool:
    """Tells whether the tricks can still hold three or four nines in all; a missing one is buried (SIC-15, SIC-16)."""
    return caught <= NINES and caught + 3 * tricks_left >= NINES - 1


def scored(state: State, hand: HandState) -> HandSummary:
    """Returns the round after its eight tricks. The buried card counts as captured by The Chosen (SIC-15)."""
    won = tricks_won(hand.tricks, state.players)
    nines = list(hand.nines)
    if hand.chosen is not None:
        nines[hand.chosen] += NINES - sum(nines)
    (buried,) = (None,) if hand.by_tricks else _PACK.difference(hand.played)
    return HandSummary(
        hand.dealer,
        points(won, tuple(nines)),
        won,
        tuple(nines),
        before=state.totals,
        chosen=hand.chosen,
        mirth=NINES in nines,
        trick_winners=tuple([t.winner for t in hand.tricks]),
        played=hand.tricks,
        buried=buried,
        play_off=hand.play_off,
    )


def explain(state: State, hand: int) -> tuple[ScoreLine, ...]:
    """Returns the explanation of a finished round's score (SIC-17, SIC-18)."""
    done: HandSummary = state.finished[hand]
    lines: list[ScoreLine] = []
    for seat, (won, nines) in enumerate(zip(done.tricks, done.nines, strict=True)):
        lines.append(ScoreLine(seat, "tricks", "SIC-17", won, {"count": won}))
        if nines and not done.mirth:
            lines.append(ScoreLine(seat, "nines", "SIC-17", PER_NINE * nines, {"count": nines}))
        if done.mirth:
            # The Chosen keeps the tricks whole: a remark, no points.
            lines.append(
                ScoreLine(seat, "mirth", "SIC-18", None if seat == done.chosen else MIRTH, {"chosen": done.chosen})
            )
    return tuple(lines)


# The end of the match


def settle(state: State) -> State:
    """Ends the match where a round or an adjustment leaves it ended: a single leader wins, a tie plays on (SIC-21)."""
    best = leaders(state)
    return structs.replace(state, winners=best if end_due(state) and len(best) == 1 else ())


def end_due(state: State) -> bool:
    """Tells whether the match ends as soon as somebody leads alone (SIC-20..22).

    The rounds are played, or somebody has come to the threshold, now or before the last round was dealt: a match that
    a tie has carried on goes on no longer than the tie, even if scores have fallen back.
    """
    return (
        len(state.finished) >= state.options.rounds
        or furthest(state) >= state.options.threshold
        or bool(state.finished and state.finished[-1].play_off)
    )


def furthest(state: State) -> int:
    """Returns how far the total furthest from zero is from it (SIC-22)."""
    return max(map(abs, state.totals))


def goals(state: State) -> tuple[Goal, ...]:
    """Returns the rounds played (SIC-20), how near the threshold is (SIC-22), and whether a tie is played off."""
    options, far = state.options, furthest(state)
    sides = tuple(seat for seat, total in enumerate(state.totals) if far and abs(total) == far)
    rounds = Goal("rounds", "SIC-20", len(state.finished), options.rounds)
    threshold = Goal("threshold", "SIC-22", far, options.threshold, sides)
    tied = state.hand.play_off if state.hand else end_due(state) and not state.winners
    if not tied:
        return (rounds, threshold)
    played = sum(done.play_off for done in state.finished)
    return (rounds, threshold, Goal("play-off", "SIC-21", played, 1, leaders(state)))
