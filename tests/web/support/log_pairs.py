"""Pairs of logs of one match that differ only in what is closed to those who look (record, section 6)."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_core import replay
from rules_core.findings import Refusal
from rules_core.replay import Fold
from tests.rules.evening import Evening
from tests.web.support.random_matches import KINDS
from tests.web.support.sample import LogPair, Raw, Setting, played_in_one_only
from webapp.table.secret_hands import sees_trick

TRIES = 400


def match_of(setting: Setting, seed: int) -> Evening:
    """Returns a match that stops within a hand after about so many entries."""
    chance = random.Random(f"{setting.game} {seed}")
    evening = KINDS[setting.game](chance, setting.players, dict(setting.options), cheats=seed % 2 == 1)
    evening.match(setting.entries)
    while evening.phase in ("deal", "turn-up", "auction"):
        evening.act()
    return evening


def with_a_hand_declared(setting: Setting, seed: int) -> Evening:
    """Returns a match in which somebody declares a hand within the last few entries."""
    seed = 2 * seed if setting.honest else seed
    evening = match_of(setting, seed)
    seat = seed % setting.players
    while evening.phase != "play" or not evening.hands:
        evening.act()
    evening.enter("hand", seat=seat, cards=list(evening.hands[seat]))
    done = len(evening.state.finished)
    for _ in range(setting.players):
        before = evening.fold, len(evening.log)
        evening.act()
        if len(evening.state.finished) > done:
            evening.fold, evening.log = before[0], evening.log[: before[1]]
            break
    return evening


# Secrets that one seat has entered


def with_another_secret(evening: Evening, chance: random.Random) -> Iterator[LogPair]:
    """Yields twins for each hand that was declared and each three cards that were passed in the hand under way."""
    folds = _folds(evening)
    for at in range(_start(evening.fold), len(evening.log)):
        raw = evening.log[at]
        if raw["type"] not in ("hand", "exchange") or "cards" not in raw:
            continue
        for _ in range(TRIES):
            changed = {**raw, "cards": _another(evening, raw["cards"], chance)}
            if twins := _twins(folds, evening, {at: changed}, at + 1, privy=raw["seat"]):
                yield twins
                break
        if raw["type"] == "exchange" and (
            twins := _twins(folds, evening, {at: _without_cards(raw)}, at + 1, privy=raw["seat"])
        ):
            yield twins


def _another(evening: Evening, cards: Sequence[str], chance: random.Random) -> list[str]:
    """Returns the cards with some of them put out for others of the pack."""
    changed = list(cards)
    for place in chance.sample(range(len(cards)), chance.randint(1, min(3, len(cards)))):
        changed[place] = chance.choice(evening.game.pack)
    return changed


def _without_cards(raw: Raw) -> Raw:
    return {name: value for name, value in raw.items() if name != "cards"}


# Cards of older tricks


def with_other_older_tricks(evening: Evening, chance: random.Random, *, swapped: float = 0.6) -> LogPair | None:
    """Returns twins of which older tricks of the hand under way held other cards, or None where none are found.

    `swapped` is how often two of their cards change places; else one is another card of the pack.
    """
    older, since = _older(evening)
    if not older:
        return None
    folds = _folds(evening)
    for _ in range(TRIES):
        one, two = chance.choice(older), chance.choice(older)
        changes = (
            _swapped(evening, one, two) if one != two and chance.random() < swapped else _replaced(evening, one, chance)
        )
        if twins := _twins(folds, evening, changes, since):
            return twins
    return None


def _older(evening: Evening) -> tuple[list[int], int]:
    """The entries with the cards of closed tricks but the last, and when the newest of these tricks was closed.

    A trick that a breach or a contradiction has opened, be it for one seat, is none of them.
    """
    hand, log, viewers = evening.state.hand, evening.log, (None, *range(len(evening.fold.header.players)))
    parts = hand.fought if hasattr(hand, "fought") else hand.tricks
    if len(parts) < 2:
        return [], 0
    ends = [at + 1 for at in range(_start(evening.fold), len(log)) if _grew(evening, at)]
    first, cut = _start(evening.fold), ends[-2]
    laid = [at for at in range(first, cut) if log[at]["type"] in ("play", "reveal", "reinforce")]
    open_ones = {
        at for at in laid if log[at]["type"] == "play" and any(sees_trick(evening.fold, n, at) for n in viewers)
    }
    return [at for at in laid if at not in open_ones], ends[-1]


def _grew(evening: Evening, at: int) -> bool:
    nodes = {node.index: node for node in replay.nodes(evening.fold)}
    node = nodes[at]
    return node.before is not None and _closed(node.state) > _closed(node.before.state)


def _closed(state: Any) -> int:
    hand = state.hand
    return len(hand.fought if hasattr(hand, "fought") else hand.tricks) if hand is not None else 0


def _swapped(evening: Evening, one: int, two: int) -> dict[int, Raw]:
    first, second = evening.log[one], evening.log[two]
    if "card" not in first or "card" not in second:
        return {}
    return {one: {**first, "card": second["card"]}, two: {**second, "card": first["card"]}}


def _replaced(evening: Evening, at: int, chance: random.Random) -> dict[int, Raw]:
    raw, card = evening.log[at], chance.choice(evening.game.pack)
    if "card" in raw:
        return {at: {**raw, "card": card}}
    if isinstance(raw["cards"], Mapping):
        return {at: {**raw, "cards": {**raw["cards"], chance.choice(list(raw["cards"])): card}}}
    cards = list(raw["cards"])
    cards[chance.randrange(len(cards))] = card
    return {at: {**raw, "cards": cards}}


# Are they twins?


def _folds(evening: Evening) -> list[Fold]:
    """Returns the evening folded before each of its entries, and after the last."""
    folds = [replay.begin(evening.fold.header)]
    for raw in evening.log:
        after = replay.step(folds[-1], raw)
        assert isinstance(after, Fold)
        folds.append(after)
    return folds


def _twins(
    folds: Sequence[Fold], evening: Evening, changes: Mapping[int, Raw], since: int, privy: int | None = None
) -> LogPair | None:
    """Returns the evening and the one with these changes, where everybody else remembers the same of both."""
    log, header = list(evening.log), evening.fold.header
    changed = [changes.get(at, raw) for at, raw in enumerate(log)]
    if changed == log:
        return None
    first = min(changes)
    other = folds[first]
    for raw in changed[first:]:
        after = replay.step(other, raw)
        if isinstance(after, Refusal):
            return None
        other = after
    if _told(folds[-1], since) != _told(other, since):
        return None
    cards = played_in_one_only(log, changed)
    # Whoever holds a card sees on the own phone that another is said to have played it.
    if any(raw["type"] == "hand" and not cards.isdisjoint(raw["cards"]) for raw in log):
        return None
    return LogPair(
        header.game,
        len(header.players),
        header.options,
        (log, changed),
        since,
        privy,
        cards,
    )


def _told(fold: Fold, since: int) -> list[Any]:
    """What the whole table is told or must be told, after each entry from there on: winners, breaches, whose turn."""
    states = [node.state for node in replay.nodes(fold) if node.index + 1 >= since]
    return [*(_public(fold, state) for state in states), _denied(fold)]


def _public(fold: Fold, state: Any) -> tuple[Any, ...]:
    game, hand = fold.game, state.hand
    parts = () if hand is None else getattr(hand, "fought", None) or getattr(hand, "tricks", ())
    return (
        game.phase(state),
        game.to_act(state),
        [part.winner for part in parts],
        {(i.event, i.code, i.proof) for i in game.infractions(state) if not i.private},
        game.contradiction(state),
        [getattr(hand, fact, None) for fact in ("trump", "chosen", "known", "marriages", "dice", "joker")],
        getattr(state, "reserve", None),
    )


def _denied(fold: Fold) -> set[Any]:
    hand = fold.state.hand
    return {(claim.seat, claim.event, claim.duty) for claim in getattr(hand, "claims", ())}


def _start(fold: Fold) -> int:
    """Where the hand under way begins in the log."""
    done = len(fold.state.finished)
    within = [node.index for node in replay.nodes(fold) if len(node.state.finished) == done and node.state.hand]
    deals = [node.index for node in replay.nodes(fold) if type(node.event).__name__ == "Deal"]
    return max(deals[-1:] + within[:1])
