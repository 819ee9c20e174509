"""From a picture to a reading: corners are found and read, put together to cards, and each told how sure it is."""

import math
from collections.abc import Mapping, Sequence

from rules_core.cards import Card
from webapp.photo.corners import JOKER, Corner, corners, read_corners, traits_of, with_jokers
from webapp.photo.nets import Weights, weights
from webapp.photo.pairing import FLOOR, Group, grouped, is_from_the_side, outline, packed
from webapp.photo.picture import Photo, spoiled_by
from webapp.photo.seen import LIKELIEST, Guess, Reading, SeenCard, rounded
from webapp.photo.teaching import taught

LEAST_TOLD = 0.3
"""What is less probable than this is not told: more often than not it is no card at all."""
SMALL = 16
"""Pixels of an index, of which smaller ones are seldom read well."""


def look(photo: Photo, pack: Mapping[Card, int], lessons: Sequence[bytes]) -> Reading:
    """Returns what lies on a picture. `lessons`: of packs that were taught; the one counts by which most is read."""
    kept, (cards, counts) = weights(), packed(pack)
    found = corners(photo.picture, kept)
    found, traits = with_jokers(photo.picture, found, traits_of(photo.picture, found, kept), kept)
    ways = [grouped(read_corners(found, traits, cards, one), counts) for one in (*map(taught, lessons), kept)]
    groups = max(ways, key=lambda way: sum(certainty(one, cards, kept) for one in way))
    told = [_seen(one, cards, photo.shrunk, kept) for one in groups]
    seen = sorted((one for one in told if one.certainty >= LEAST_TOLD), key=lambda one: one.centre)
    reading = Reading(photo.width, photo.height, tuple(seen), ())
    if reading.is_sure:
        return reading
    return Reading(photo.width, photo.height, tuple(seen), tuple(_problems(photo, found, groups, seen)))


def _problems(photo: Photo, found: Sequence[Corner], groups: Sequence[Group], seen: Sequence[SeenCard]) -> list[str]:
    problems = [] if seen else ["nothing-seen"]
    problems += spoiled_by(photo.picture)
    if is_from_the_side(groups):
        problems.append("from-the-side")
    heights = sorted(one.height for one in found)
    if heights and heights[len(heights) // 2] < SMALL:
        problems.append("too-small")
    return problems


def features(group: Group, cards: Sequence[Card]) -> tuple[float, ...]:
    """Returns what the certainty of a card is worked out from: its evidence, and whether it is taken for a joker.

    What is no card is taken for a joker rather than for another, by what the first net is little sure of.
    """
    ranked = sorted(group.cards.tolist(), reverse=True)
    second = ranked[1] if len(ranked) > 1 else 0.0
    first, weakest = group.corners[0], min(float(one.cards[group.best]) for one in group.corners)
    is_joker, score = cards[group.best] == JOKER, first.corner.score
    is_index = math.log(score / (1 - score + 1e-4))
    return (
        1.0,
        math.log((ranked[0] + FLOOR) / (1 - ranked[0] + FLOOR)),
        math.log((ranked[0] + FLOOR) / (second + FLOOR)),
        is_index,
        -math.log(first.none + 1e-4),
        float(group.is_paired),
        group.is_paired * math.log((weakest + 1e-4) / (1 - weakest + 1e-4)),
        min(0.0, math.log2(first.corner.height / (2 * SMALL))),
        float(is_joker),
        is_joker * is_index,
    )


def certainty(group: Group, cards: Sequence[Card], kept: Weights) -> float:
    """Returns how probable it is that the likeliest card is the right one, as made-up photos showed it."""
    evidence = zip(features(group, cards), kept["certainty"].tolist(), strict=True)
    said = float(sum(one * weight for one, weight in evidence))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, said))))


def _seen(group: Group, cards: Sequence[Card], shrunk: float, kept: Weights) -> SeenCard:
    sure = certainty(group, cards, kept)
    whole = max(float(group.cards.sum()), FLOOR)
    ranked = sorted(zip(group.cards.tolist(), cards, strict=True), reverse=True)[:LIKELIEST]
    likeliest = [Guess(card, rounded(sure if place == 0 else (1 - sure) * share / max(whole - ranked[0][0], share)))
                 for place, (share, card) in enumerate(ranked)]  # fmt: skip
    corners_of = tuple((round(x / shrunk), round(y / shrunk)) for x, y in outline(group))
    middle = (sum(x for x, _ in corners_of) // 4, sum(y for _, y in corners_of) // 4)
    is_sure = sure >= float(kept["sure"])
    return SeenCard(cards[group.best], rounded(sure), is_sure, middle, corners_of, tuple(likeliest))
