"""What a referee made or corrected, or all sides agreed on, nobody else takes back or overwrites."""

from typing import Any

import pytest

from tests.web.support.desk_lines import At, code, ruling
from tests.web.support.site import Site
from webapp.table.keeper import Made

OVER = [{"type": "tally", "tricks": [7, 5, 5]}]
CARDS = [{"type": "play", "seat": s, "card": c} for s, c in ((2, "3C"), (0, "5C"), (1, "2D"))]


@pytest.fixture
def at(site: Site) -> At:
    return At(site)


def amend(target: int, *put: Any, **more: Any) -> dict[str, Any]:
    return {"type": "amend", "changes": [{"target": target, "with": list(put)}], "reason": "so it was", **more}


def play(seat: int, card: str) -> dict[str, Any]:
    return {"type": "play", "seat": seat, "card": card}


def gone(at: At) -> None:
    """Lets the referee go."""
    for grant in at.site.store.grants(at.table.id):
        if grant.is_referee:
            at.site.store.dismiss(at.table.id, grant.device_id)
    at.tables.refresh(at.table.id)


def test_a_corrected_entry_stays_when_the_referee_has_gone(at: At) -> None:
    at.enter(*CARDS[:2])
    assert isinstance(at.enter(amend(2, play(2, "7C")), who=at.referee()), Made)
    assert at.desk.fixed == {2}
    gone(at)
    assert code(at.enter(amend(2, play(2, "3C")))) == "ask-all"
    assert code(at.enter({"type": "void-hand"})) == "ask-all", "the hand holds what was decided"
    assert code(at.enter({"type": "adjust", "points": [1, 0, 0], "reason": "against it"})) == "ask-all"
    assert isinstance(at.enter({"type": "undo"}), Made), "the card behind it is nobody's ruling"
    assert code(at.enter({"type": "undo"})) == "ask-all"
    assert isinstance(at.enter(amend(2, play(2, "3C")), who=at.referee()), Made)


def test_where_an_entry_was_deleted_none_is_put_in(at: At) -> None:
    at.enter(*CARDS)
    at.enter({"type": "undo"})
    at.enter(amend(3), who=at.referee())
    gone(at)
    assert at.desk.fixed == {2}, "the neighbour that is left"
    assert code(at.enter(amend(2, play(2, "3C"), play(0, "5C")))) == "ask-all"
    assert isinstance(at.enter(play(0, "7C")), Made)


def test_points_and_a_scrapped_hand_stay(at: At) -> None:
    eva = at.referee()
    at.enter({"type": "adjust", "points": [0, 0, 2], "reason": "late"}, who=eva)
    at.enter({"type": "void-hand", "reason": "misdealt"}, who=eva)
    gone(at)
    assert code(at.enter({"type": "undo"})) == "ask-all"
    for place in (2, 3):
        assert code(at.enter(amend(place))) == "ask-all"
    assert isinstance(at.enter({"type": "deal"}), Made)
    assert isinstance(at.enter({"type": "void-hand"}), Made), "the next hand is another one"


def test_a_ruling_fixes_what_it_is_about(at: At) -> None:
    at.enter(*CARDS[:1])
    at.enter(ruling(), who=at.referee())
    gone(at)
    assert code(at.enter(amend(1, play(1, "TC")))) == "ask-all"
    assert isinstance(at.enter(amend(2, play(2, "7C"))), Made)


def test_cards_that_a_referee_plays_are_not_fixed(at: At) -> None:
    at.enter(*CARDS, who=at.referee())
    assert not at.desk.fixed


def test_all_sides_together_change_it_once_there_is_no_referee(at: At) -> None:
    at.enter({"type": "adjust", "points": [0, 0, 2], "reason": "late"}, who=at.referee())
    assert code(at.enter(amend(2), who=at.all_sides)) == "not-referee"
    gone(at)
    assert isinstance(at.enter(amend(2), who=at.all_sides), Made)
    assert at.tables.at(at.table.id).fold.state.totals == (0, 0, 0)


def test_only_a_referee_lifts_the_pause_of_a_referee(at: At) -> None:
    eva = at.referee()
    assert isinstance(at.note("pause", who=eva, referee=True), Made), "no case is open"
    assert code(at.enter(CARDS[0])) == "paused"
    assert code(at.note("resume")) == "referee-pause"
    at.note("dispute", about=1, why="other", text="", by="Ann", pause=True)
    at.note("withdraw", dispute=1)
    assert code(at.note("resume")) == "referee-pause"
    assert isinstance(at.note("resume", who=eva), Made)
    assert isinstance(at.enter(CARDS[0]), Made)


def test_a_pause_ends_with_the_last_referee(at: At) -> None:
    eva = at.referee()
    at.note("pause", who=eva, referee=True)
    at.note("dismissed", name="Eva")
    assert at.desk.paused, "another referee is here"
    at.note("dismissed", name="Eva", last=True)
    assert not at.desk.paused
