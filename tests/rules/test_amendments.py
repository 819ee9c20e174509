"""Whatever amendment the rules take: the table then stands as if the amended log had been played from the start."""

import random
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import replay, result
from rules_core.events import encode
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, Trial
from tests.cases import MORE
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.tables import Table

MOST_CHANGES = 3
PLACES = ("event", "proof")
Raw = dict[str, Any]

each_game = pytest.mark.parametrize("kind", EVENINGS, ids=lambda kind: kind.game.name)


def an_evening(data: st.DataObject, kind: type[Evening]) -> Fold:
    """Returns a match of which now and then something was taken back or amended already."""
    players = data.draw(st.sampled_from(kind.game.players))
    options = data.draw(kind.options(players))
    # A seed is drawn sooner than every card; how an entry is amended is shrunk all the same.
    evening = kind(random.Random(data.draw(st.integers(0, 2**32))), players, options, cheats=True)
    evening.match(data.draw(st.integers(3, 70)))
    fold = evening.fold
    for raw in data.draw(st.lists(st.sampled_from(["undo", "amend"]), max_size=2)):
        after = replay.step(fold, {"type": "undo"} if raw == "undo" or fold.top is None else amendment(data, fold))
        fold = fold if isinstance(after, Refusal) else after
    return fold


def amendment(data: st.DataObject, fold: Fold) -> Raw:
    """Returns an amendment of a few entries: other ones instead, before or behind them, or none."""
    places = list(dict.fromkeys(node.index for node in replay.nodes(fold)))
    # Near the end much fits, at the start little does: both are wanted.
    late = places[-6:] if data.draw(st.booleans()) else places
    targets = data.draw(st.lists(st.sampled_from(late), min_size=1, max_size=MOST_CHANGES, unique=True))
    return {"type": "amend", "changes": [{"target": at, "with": instead(data, fold, at)} for at in targets]}


def instead(data: st.DataObject, fold: Fold, place: int) -> list[Raw]:
    """Returns what is to stand at a place of the log."""
    there = [node for node in replay.nodes(fold) if node.index == place]
    old, new = [encode(node.event) for node in there], another(data, fold, there[0])
    return data.draw(st.sampled_from([[], [new], [new, *old], [*old, new], old]))


def another(data: st.DataObject, fold: Fold, node: Node) -> Raw:
    """Returns an entry that the rules would take there, or the same one with another card, or points."""
    before = fold.opening if node.before is None else node.before.state
    old, offered = encode(node.event), list(islice(map(encode, fold.game.candidates(before)), 60))
    choices = [old, *offered, {"type": "adjust", "points": [1] * len(before.totals), "reason": "so it was"}]
    if "card" in old:
        choices.append({**old, "card": data.draw(st.sampled_from(fold.game.pack))})
    return data.draw(st.sampled_from(choices))


def stands(fold: Fold, places: list[int] | None = None) -> Any:
    """Returns the result of a table; with `places` those of a fresh record are named as in the log it came from."""

    def named(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: named(within, name) for name, within in value.items()}
        if isinstance(value, list | tuple):
            return [named(within, key) for within in value]
        return places[value] if places and key in (*PLACES, "plays") else value

    return {name: value for name, value in named(result.table(fold)).items() if name != "accepted"}


@each_game
@settings(max_examples=25 * MORE, deadline=None)
@given(data=st.data())
def test_an_accepted_amendment_equals_playing_the_amended_log(kind: type[Evening], data: st.DataObject) -> None:
    fold = an_evening(data, kind)
    if fold.top is None:
        return
    after = replay.step(fold, amendment(data, fold))
    if isinstance(after, Refusal):
        assert after.code == "amend-breaks"
        return
    log = replay.standing(after)
    afresh = replay.replay(fold.header, [encode(event) for _place, event in log])
    assert afresh.refusal is None
    assert stands(after) == stands(afresh.fold, [place for place, _event in log])


@each_game
@settings(max_examples=25 * MORE, deadline=None)
@given(data=st.data())
def test_what_does_not_fit_is_told_one_after_the_other(kind: type[Evening], data: st.DataObject) -> None:
    """The first misfit is what refuses the amendment; without all of them the amendment is taken."""
    fold = an_evening(data, kind)
    if fold.top is None:
        return
    raw = amendment(data, fold)
    done, after = replay.trial(fold, raw, misfits=1000), replay.step(fold, raw)
    assert isinstance(done, Trial)
    assert done.waiting == 0
    if isinstance(after, Refusal):
        first = done.misfits[0]
        assert (after.facts["at"], after.facts["refusal"]) == (first.index, first.refusal)
        repaired = replay.step(fold, without(fold, raw, done))
        assert not isinstance(repaired, Refusal)
        assert stands(repaired) == stands(done.fold)
    else:
        assert not done.misfits
        assert after == done.fold


def without(fold: Fold, raw: Raw, done: Trial) -> Raw:
    """Returns the amendment that deletes the misfits, too."""
    changes = {change["target"]: list(change["with"]) for change in raw["changes"]}
    for misfit in done.misfits[::-1]:
        there = [encode(node.event) for node in replay.nodes(fold) if node.index == misfit.index]
        changes.setdefault(misfit.index, there).pop(misfit.nth)
    return {"type": "amend", "changes": [{"target": at, "with": events} for at, events in changes.items()]}


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"type": "amend", "changes": []}, "bad-value"),
        ({"type": "amend", "changes": [{"target": 9, "with": []}]}, "bad-value"),
        ({"type": "amend", "changes": [{"target": 0, "with": [{"type": "undo"}]}]}, "bad-value"),
        ({"type": "undo"}, "unknown-event"),
    ],
)
def test_what_is_no_amendment_is_not_tried(raw: Raw, code: str) -> None:
    table = Table("plain", 3)
    table.deal()
    refusal = replay.trial(table.fold, raw)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


@pytest.mark.usefixtures("plain")
def test_a_trial_stops_at_the_first_misfit() -> None:
    table = Table("plain", 3)
    table.deal()
    table.plays(1, "2C 3C 4C")
    change = {"target": 0, "with": [{"type": "deal", "dealer": 1}]}
    done = replay.trial(table.fold, {"type": "amend", "changes": [change]})
    assert isinstance(done, Trial)
    assert [(misfit.index, misfit.nth, misfit.refusal.code) for misfit in done.misfits] == [(1, 0, "not-your-turn")]
    assert done.waiting == 2
