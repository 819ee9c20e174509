"""Forgetting a player from the pages: what happens is said first, who may, and when it is refused."""

from datetime import timedelta
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests.web.support.circle_tables import Tables, number
from tests.web.support.hall import Hall
from webapp.evening import lines as kinds
from webapp.http.rate_limits import FORGETS_AT_ONCE
from webapp.store import forgotten_player
from webapp.store.models import utc_now
from webapp.store.roles import Scope


def names(tables: Tables) -> set[str]:
    return {one.name for one in tables.site.store.circle_players(tables.circle.id).values()}


def path(tables: Tables, page: str = "forget") -> str:
    return f"/circles/{tables.circle.id}/players/{page}"


def sent(tables: Tables, player: int, phone: FlaskClient | None = None) -> tuple[int, str]:
    answer = (phone or tables.host).post(path(tables), data={"player": str(player)})
    return answer.status_code, unescape(answer.get_data(as_text=True))


def a_day_later(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(forgotten_player, "utc_now", lambda: utc_now() + timedelta(days=1, minutes=1))


def test_what_happens_is_said_before_and_then_it_happens(tables: Tables) -> None:
    table = tables.play(tables.open("Ann", "Ben"), 0)
    ben = number(tables, "Ben")
    page = unescape(tables.host.get(f"{path(tables)}?player={ben}").get_data(as_text=True))
    assert ("Forget Ben" in page, "It cannot be taken back." in page, f"#{ben}" in page) == (True,) * 3
    assert names(tables) == {"Ann", "Ben"}, "looking changes nothing"
    assert sent(tables, ben)[0] == 303
    assert tables.site.tables.at(table.id).table.players == ["Ann", f"#{ben}"]
    assert "Ben" not in tables.host.get(f"/tables/{table.id}").get_data(as_text=True)


def test_who_is_forgotten_is_offered_nowhere_and_stays_so(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    ann, ben = number(tables, "Ann"), number(tables, "Ben")
    assert tables.host.post(f"/circles/{tables.circle.id}/phone", data={"player": str(ben)}).status_code == 303
    assert sent(tables, ben)[0] == 303
    for page in (path(tables, ""), f"/circles/{tables.circle.id}/phone", "/tables/new/sechsundsechzig"):
        assert f"#{ben}" not in tables.host.get(page.rstrip("/")).get_data(as_text=True)
    assert sent(tables, ben)[0] == 303, "it was done before"
    assert f"#{ben}" in names(tables)
    rename, merge = {"player": str(ben), "name": "Ben"}, {"gone": str(ben), "into": str(ann)}
    assert tables.host.post(path(tables, "rename"), data=rename).status_code == 400
    assert tables.host.post(path(tables, "merge"), data=merge).status_code == 400
    assert tables.site.store.held_players(tables.circle.id) == {}


def test_the_phone_of_a_player_forgets_its_own(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    tables.host.post(f"/circles/{tables.circle.id}/phone", data={"player": str(number(tables, "Ann"))})
    own = tables.host.get(f"/circles/{tables.circle.id}/phone").get_data(as_text=True)
    there = f"{path(tables)}?player={number(tables, 'Ann')}"
    assert there in own
    assert "Forget me" in tables.host.get(there).get_data(as_text=True)


def test_nobody_is_forgotten_while_they_play(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    running = tables.open("Cat", "BEN")
    ben, cat = number(tables, "Ben"), number(tables, "Cat")
    status, said = sent(tables, ben)
    assert (status, "Ben sits at a table that is not over." in said) == (409, True)
    assert f'href="/tables/{running.id}"' in said
    member = tables.site.phone()
    member.post("/accept", data={"way": tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"].token})
    status, said = sent(tables, ben, member)
    assert (status, f'href="/tables/{running.id}"' in said) == (409, False), "a table of others opens for nobody else"
    tables.play(running, 0)
    assert sent(tables, ben)[0] == 303
    left = tables.open("Cat", "Dan")
    assert sent(tables, cat)[0] == 409
    a_day_later(monkeypatch)
    assert sent(tables, cat)[0] == 303, "it was left a day ago"
    assert tables.site.tables.at(left.id).table.players[0] == f"#{cat}"


def test_nobody_is_forgotten_while_an_evening_lists_them(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    organiser = tables.site.device(tables.host)
    hall = Hall(tables.site.app.extensions["sixfold"], names=("Ann", "Ben", "Cat", "Dan"), organiser=organiser)
    guest = tables.play(tables.open("Ann", "Zoë"), 0)
    hall.add(kinds.Joined(9, guest.id, guest.game, ("Ann", "Zoë")))
    eve = number(tables, "Zoë")
    status, said = sent(tables, eve)
    assert (status, "Zoë is on the list of an evening that is not over." in said, "Tuesday club" in said) == (
        409,
        True,
        False,
    )
    hall.add(kinds.Closed())
    hall.add(kinds.Reopened())
    assert sent(tables, eve)[0] == 409
    again = hall.add(kinds.Closed())
    hall.add(kinds.Undone(again.state.seq))
    assert sent(tables, eve)[0] == 409, "the end was taken back"
    a_day_later(monkeypatch)
    assert sent(tables, eve)[0] == 303
    assert "Zoë" not in str(hall.now.lines)
    assert hall.now.lines[-1].kind == "forgotten"


def test_what_is_no_player_is_not_forgotten(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    fridays = Tables(tables.site)
    fridays.play(fridays.open("Cat", "Dan"), 0)
    for player in ("", "x", "-1", str(10**30), str(number(fridays, "Cat"))):
        assert tables.host.post(path(tables), data={"player": player}).status_code == 400
        assert tables.host.get(f"{path(tables)}?player={player}").status_code == 400
    assert names(fridays) == {"Cat", "Dan"}


def test_whoever_forgets_many_waits(tables: Tables) -> None:
    for name in "BCDEFGHIJKLMN"[: FORGETS_AT_ONCE + 1]:
        tables.play(tables.open("Ann", name), 0)
    answers = [sent(tables, number(tables, name))[0] for name in "BCDEFGHIJKLMN"[: FORGETS_AT_ONCE + 1]]
    assert answers == [303] * FORGETS_AT_ONCE + [429]
