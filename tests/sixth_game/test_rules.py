"""The sixth game as the rules of the house play it: random evenings, and a record from the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from rules_core import __main__ as command
from rules_core import record, replay
from rules_core.games import GAMES
from rules_core.record import FORMAT
from tests.rules import test_random_games as evenings
from tests.rules.evening import Evening, Raw
from tests.sixth_game.support import GAME, installed

DEALS = [{"type": "deal", "dealer": dealer} for dealer in range(3)]


@pytest.fixture(scope="module", autouse=True)
def _knaves() -> Any:
    with installed():
        yield


def evening() -> type[Evening]:
    """Returns evenings of Knaves: everybody follows suit, unless cheating (KNV-5)."""

    class Knaves(Evening):
        game = GAMES[GAME]

        @classmethod
        def options(cls, players: int) -> st.SearchStrategy[Raw]:
            return st.fixed_dictionaries({"knave_costs": st.sampled_from([1, 2])})

        def act(self) -> None:
            if self.phase != "deal":
                self.play_card()
                return
            self.enter("deal")
            pack, size = self.shuffled(self.game.pack), len(self.game.pack) // self.players
            self.hands = [pack[seat * size : (seat + 1) * size] for seat in range(self.players)]

        def broken(self, index: int) -> set[str]:
            led, card = self.lay[index][:1], self.log[index]["card"]
            revoked = led and card[1] != led[0][1] and any(held[1] == led[0][1] for held in self.held[index])
            return {"must-follow-suit"} if revoked else set()

    return Knaves


@pytest.mark.parametrize(
    "holds",
    [
        evenings.test_honest_games_have_no_infractions,
        evenings.test_every_proof_and_every_contradiction_rests_on_a_real_breach,
        evenings.test_the_lines_of_a_hand_come_to_its_points_and_a_replay_to_the_same,
        evenings.test_legal_agrees_with_judge_and_candidates_are_taken,
        evenings.test_an_accepted_amendment_equals_playing_the_amended_log,
    ],
    ids=lambda holds: holds.__name__,
)
def test_what_holds_in_random_games_holds_here(holds: Callable[..., None]) -> None:
    holds(kind=evening())


def replayed(hands: int, file: Path, capsys: Any, **options: Any) -> Any:
    """Returns what the command line says of a record of so many hands, all alike."""
    tally = {"type": "tally", "tricks": [9, 4, 4], "knaves": [1, 2, 1]}
    header = {"format": FORMAT, "game": GAME, "players": ["Ann", "Ben", "Cat"], "options": options}
    file.write_text(json.dumps({**header, "events": [event for deal in DEALS[:hands] for event in (deal, tally)]}))
    assert command.main(["replay", str(file)]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("costs", "points"), [(1, [16, 4, 6]), (2, [14, 0, 4])])
def test_a_record_is_replayed(costs: int, points: list[int], tmp_path: Path, capsys: Any) -> None:
    result = replayed(2, tmp_path / "knaves.json", capsys, knave_costs=costs)
    assert (result["phase"], result["scores"]) == ("deal", points)


def test_the_match_ends_once_everybody_has_dealt(tmp_path: Path, capsys: Any) -> None:
    result = replayed(3, tmp_path / "knaves.json", capsys)
    assert (result["phase"], result["winners"], result["scores"]) == ("over", [0], [24, 6, 9])


def test_its_figures_come_from_its_tricks_and_its_counts(tmp_path: Path, capsys: Any) -> None:
    replayed(2, tmp_path / "knaves.json", capsys)
    written = record.read((tmp_path / "knaves.json").read_text())
    figures = GAMES[GAME].figures(replay.replay(written.header, written.events).fold.state)
    known = {kind.code: kind.rule for kind in GAMES[GAME].figure_types}
    assert {figure.code for figure in figures} == known.keys() - {"leads-won", "revokes"}, "totals tell no cards"
    assert known["knaves"] == "KNV-7"
    assert [(f.value, f.of) for f in figures if f.code == "knaves"] == [(2, 2), (4, 2), (2, 2)]
    assert [(f.value, f.of) for f in figures if f.code == "tricks"] == [(18, 34), (8, 34), (8, 34)]
