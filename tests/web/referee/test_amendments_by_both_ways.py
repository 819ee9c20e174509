"""An amendment comes to the same, whether a draft of it is sent by the form or it is sent by a program."""

from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rules_core.replay import standing
from tests.web.support.amending import DEAL, Raw, laid, play
from tests.web.support.both_ways import Sent as Asked
from tests.web.support.both_ways import by_form, by_program, hand, new_key, outcome
from tests.web.support.ruling import grant_of
from tests.web.support.site import Site
from webapp.referee.amending.draft import Draft
from webapp.table.keeper import Made

LAID = [DEAL, *laid("9C", "3C", "5C"), *laid("2D", "4D", "6D"), *laid("7S", "9S", first=1)]
CARDS = ("9C", "7C", "KC", "8D", "6D", "2H", "JS", "XX")

entries = st.one_of(
    st.builds(play, st.integers(0, 3), st.sampled_from(CARDS)),
    st.just({"type": "adjust", "points": [1, 0, -1], "reason": "a bet"}),
    st.just({"type": "ruling", "event": 1, "text": "so it is"}),
    st.just({"type": "undo"}),
)
changes = st.dictionaries(st.integers(0, 9), st.lists(entries, max_size=2), min_size=1, max_size=3)


def _come_to(site: Site, way: str, put: dict[int, list[Raw]], why: str, book: str) -> tuple[int, Any]:
    """Returns what the answer comes to, and what stands in the log then."""
    who = hand(site)
    table = site.open_table(who.phone, book=book)
    grant = grant_of(site, table, site.seat(table, 1))  # a program that enters all itself sees all
    for number, event in enumerate(LAID):
        assert isinstance(site.make(table.id, grant, event, op=f"set-{number:08}", seen=None), Made)
    draft = Draft({place: tuple(there) for place, there in put.items()})
    if way == "form":
        what = {"draft": draft.packed, "reason": why, "seen": str(len(LAID))}
        answer = by_form(who, Asked(f"/tables/{table.id}/amendments", what), new_key())
    else:
        answer = by_program(who, Asked(f"/tables/{table.id}/events", draft.event(why)), new_key())
    return outcome(answer), [(place, event) for place, event in standing(site.tables.at(table.id).fold)]


@given(put=changes, why=st.sampled_from(("", "misread")), book=st.sampled_from(("open", "closed")))
@example(put={2: [play(2, "7C")], 5: [play(2, "8D")]}, why="misread", book="open")
@example(put={1: [play(1, "8C")]}, why="misread", book="closed")
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_draft_comes_to_the_same_by_the_form_and_by_a_program(
    site: Site, put: dict[int, list[Raw]], why: str, book: str
) -> None:
    form, program = (_come_to(site, way, put, why, book) for way in ("form", "program"))
    assert form == program
