"""Deep Six: the best that a hand can meld, against a search through everything, and as a query."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.findings import Malformed
from rules_core.games.deep_six import GAME
from rules_core.games.deep_six.meld import best_melds, is_barred, lacking, melds_in
from tests.cases import each
from tests.rules.games.deep_six.tables import dealt

Laid = tuple[str, tuple[str, ...], int]


def all_melds(sunk: str) -> Iterator[Laid]:
    """Every meld of the game: its kind, its cards and what it takes off."""
    for suit in "CDHS":
        for ranks, points in (("45678", 50), ("678", 30), ("567", 15)):
            if suit != sunk:
                yield "run", tuple(rank + suit for rank in ranks), points
        for rank, points in (("8", 20), ("7", 15), ("6", 10)):
            yield "echo", (rank + suit,) * 2, points
    for rank, points in (("8", 30), ("7", 20), ("6", 10)):
        yield "wide", tuple(rank + suit for suit in "CDHS"), points


def most(melds: list[Laid], held: dict[str, Counter[str]]) -> int:
    """The most that can be laid of these melds, each again and again; `held` is what each kind may still use."""
    if not melds:
        return 0
    kind, cards, points = melds[0]
    best = most(melds[1:], held)
    left = held[kind] - Counter(cards)
    if left.total() == held[kind].total() - len(cards):
        shared = {name: left if counts is held[kind] else counts for name, counts in held.items()}
        best = max(best, points + most(melds, shared))
    return best


def searched(cards: list[str], sunk: str, reuse: str) -> int:
    counts = Counter(cards)
    held = {kind: counts if reuse == "none" else Counter(cards) for kind in ("run", "echo", "wide")}
    possible = [m for m in all_melds(sunk) if Counter(m[1]) <= counts]
    if reuse == "none":
        return -most(possible, held)
    return -sum(most([m for m in possible if m[0] == kind], {kind: counts}) for kind in held)


def hands(ranks: str) -> st.SearchStrategy[list[str]]:
    cards = sorted(card for card in GAME.pack * 2 if card[0] in ranks)
    return st.lists(st.sampled_from(range(len(cards))), min_size=14, max_size=14, unique=True).map(
        lambda places: [cards[place] for place in places]
    )


@pytest.mark.rule("DEEP-11")
@pytest.mark.parametrize("reuse", ["kinds", "none"])
@settings(max_examples=60, deadline=None)
@given(hand=st.one_of(hands("2345678"), hands("45678"), hands("5678"), hands("678")), sunk=st.sampled_from("CDHS"))
def test_the_best_meld_is_the_best_of_all(reuse: str, hand: list[str], sunk: str) -> None:
    melds = best_melds(hand, sunk, reuse)
    assert sum(meld.points for meld in melds) == searched(hand, sunk, reuse)


@pytest.mark.parametrize("reuse", ["kinds", "none"])
@settings(max_examples=25, deadline=None)
@given(hand=hands("45678"), sunk=st.sampled_from("CDHS"))
def test_the_best_melds_are_taken_as_they_are(reuse: str, hand: list[str], sunk: str) -> None:
    table = dealt(meld_reuse=reuse)
    table.enter("contract", seat=1, amount=120, suit=sunk)
    table.enter("hand", seat=2, cards=hand)
    melds = [list(meld.cards) for meld in best_melds(hand, sunk, reuse)]
    assert table.enter("meld", seat=2, melds=melds) is None, table.refusal


@each(
    "cards kinds none",
    [
        ("4D 5D 6D 7D 8D 8D 8C 8H 8S", -100, -80),
        ("6D 7D 8D 5D", -30, -30),
        ("8S 8S", -20, -20),
        ("4H 5H 6H 7H 8H", 0, 0),
        ("", 0, 0),
        ("6D 7D 8D 6D 7D 8D", -105, -60),
        ("8C 8D 8H 8S " * 3, -140, -80),  # no pack has a third copy
    ],
)
def test_the_best_of_a_few_cards_tapped(cards: str, kinds: int, none: int) -> None:
    for reuse, best in (("kinds", kinds), ("none", none)):
        assert sum(meld.points for meld in best_melds(cards.split(), "H", reuse)) == best


def test_without_a_sunk_suit_every_run_counts() -> None:
    (run,) = best_melds(["6H", "7H", "8H"], None, "kinds")
    assert run.name == "deep-run"


def test_fourteen_cards_hold_255_at_most() -> None:
    """Suit by suit: only how many of each rank all suits have matters for the wides."""
    suits = {}
    for counts in product(range(3), repeat=5):
        cards = [rank + "C" for rank, count in zip("45678", counts, strict=True) for _ in range(count)]
        points = sum(meld.points for meld in best_melds(cards, None, "kinds"))
        key = (sum(counts), counts[2:])
        suits[key] = min(suits.get(key, 0), points)
    hands = {(0, (2, 2, 2)): 0}
    for _suit in range(4):
        more: dict[tuple[int, tuple[int, ...]], int] = {}
        for ((size, fewest), points), ((cards_, counts), add) in product(hands.items(), suits.items()):
            if size + cards_ <= 14:
                key = (size + cards_, tuple(map(min, fewest, counts)))
                more[key] = min(more.get(key, 0), points + add)
        hands = more
    wides = (10, 20, 30)
    best = min(points - sum(w * n for w, n in zip(wides, fewest, strict=True)) for (_, fewest), points in hands.items())
    assert best == -255
    hand = ["8C", "8C", "8D", "8D", "8H", "8H", "8S", "8S", "6C", "7C", "6C", "7C", "6D", "7D"]
    assert sum(meld.points for meld in best_melds(hand, "H", "kinds")) == -255


def test_the_query_follows_the_table() -> None:
    query = {
        "best_meld": ["4D", "5D", "6D", "7D", "8D", "8D", "8C", "8H", "8S", "2C", "3C", "2H", "3H", "2S"],
        "sunk": "H",
    }
    for reuse, best in (("kinds", -100), ("none", -80)):
        assert GAME.queries["best_meld"](dealt(meld_reuse=reuse).state, query) == {"best_meld": best}
    assert GAME.queries["best_meld"](dealt().state, {**query, "sunk": "D"}) == {"best_meld": -50}


@each(
    "wrong",
    [
        {"best_meld": ["8C"] * 13},
        {"best_meld": list(GAME.pack[:13])},
        {"best_meld": ["8C"] * 3 + list(GAME.pack[8:19])},
        {"best_meld": ["9C", *GAME.pack[:13]]},
        {"best_meld": [8, *GAME.pack[:13]]},
        {"best_meld": "8C"},
        {"sunk": "X"},
        {"sunk": ""},
        {"sunk": ["H"]},
        {"sunk": None},
    ],
)
def test_a_query_that_makes_no_sense_is_malformed(wrong: dict[str, object]) -> None:
    query = {"best_meld": list(GAME.pack[:14]), "sunk": "H", **wrong}
    with pytest.raises(Malformed):
        GAME.queries["best_meld"](dealt().state, query)


def test_every_meld_in_some_cards_is_found_as_often_as_it_is_there() -> None:
    found = Counter(
        meld.name for meld in melds_in(["6S", "6S", "7S", "7S", "8S", "8S", "5H", "6H", "7H", "8C", "8D", "8H"])
    )
    assert found == {
        "deep-run": 2 + 1,
        "deep-echo": 1,
        "shallow-echo": 1,
        "mark-twain": 1,
        "shallow-run": 1,
        "eights-wide": 1,
    }


@given(st.lists(st.sampled_from(GAME.pack), max_size=14), st.sampled_from("CDHS"), st.sampled_from(["kinds", "none"]))
@settings(max_examples=60)
def test_the_best_set_is_among_those_found_and_lacks_nothing(cards: list[str], sunk: str, reuse: str) -> None:
    cards = list(Counter({card: min(times, 2) for card, times in Counter(cards).items()}).elements())
    best = best_melds(cards, sunk, reuse)
    assert not Counter(best) - Counter(melds_in(cards))
    assert lacking(best, cards, reuse) == []
    assert not any(is_barred(meld, sunk) for meld in best)
    for meld in set(melds_in(cards)) - set(best):
        # Whatever is left out would cost more than it brings, or is barred.
        assert is_barred(meld, sunk) or lacking([*best, meld], cards, reuse)
