"""The desk's list: what is open comes first, what was ruled stays, and who sees and may do what."""

import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from rules_core.games import GAMES
from tests.web.support.desk import call, no_heart_anywhere, page_of, referee
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import HAND, REVOKE, Phone, declare
from tests.web.support.samples import SAMPLES
from tests.web.support.site import Site
from webapp.store.models import Table
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.lines.matters import Ruled
from webapp.table.viewer import Viewer

STANDS = {"type": "ruling", "event": 2, "text": "Agreed.", "rule": "ODD-7", "remedy": "stands", "by": "Eva"}


@pytest.fixture
def revoke(phone: Phone) -> Phone:
    """Cat has revoked in the first trick, and it is proven."""
    for seat, card in REVOKE:
        assert phone.play(seat, card) == 303
    return phone


def rule(site: Site, table: Table, ruling: dict[str, Any], *desk: tuple[str, dict[str, Any]]) -> int:
    """Makes a ruling as a referee and returns its place in the log."""
    who = Viewer(site.store.grants(table.id)[0].device_id, "referee")
    place = site.tables.at(table.id).fold.seq
    made = site.make(table.id, who, ruling, op=f"ruling{place:04}", seen=None, desk=desk)
    assert isinstance(made, Made), made
    return place


def reopen(site: Site, table: Table, place: int) -> None:
    who = Viewer(site.store.grants(table.id)[0].device_id, "host")
    assert isinstance(
        site.tables.add(table.id, who, line_of("reopen", {"ruling": place, "by": "Ann", "why": "New facts"})), Made
    )


def parts(page: str) -> dict[str, list[str]]:
    """Returns the matters of each part of the list by their titles."""
    sections = re.findall(r'<section class="col" aria-labelledby="(\w+)">(.*?)</section>', page, re.DOTALL)
    return {
        name: [
            " ".join(re.sub(r"<[^>]+>", " ", title).split()) for title in re.findall(r"<h3>(.*?)</h3>", body, re.DOTALL)
        ]
        for name, body in sections
    }


def desk(phone: FlaskClient, table: Table) -> str:
    return page_of(phone, table, "/desk")


def test_an_empty_desk_says_so(host: FlaskClient, table: Table) -> None:
    page = desk(host, table)
    assert "Nothing is open" in page
    assert "all sides rule together" in page
    assert parts(page) == {"open": []}
    assert f'href="/tables/{table.id}/disputes/new"' in page


def test_what_is_open_comes_first(site: Site, host: FlaskClient, table: Table, revoke: Phone) -> None:
    for why in ("score", "turn", "exposed"):
        call(host, table, why=why)
    rule(site, table, {"type": "ruling", "event": 0, "text": "It is right."}, Ruled(1))
    host.post(f"/tables/{table.id}/disputes/2/withdraw")
    assert parts(desk(host, table)) == {
        "open": ["An exposed card or a misdeal", "Cat had a club in trick 1"],
        "settled": ["The score"],
        "withdrawn": ["Whose turn it is, or who leads"],
    }
    assert "2 open matters" in desk(host, table)


def test_each_leads_to_its_case(site: Site, host: FlaskClient, table: Table, revoke: Phone) -> None:
    call(host, table, about="event-2", why="revoke", text="Cat has <clubs>")
    page = host.get(f"/tables/{table.id}/desk").text
    assert f'href="/tables/{table.id}/disputes/1?' in page
    assert f'href="/tables/{table.id}/revokes/2?' in page
    assert "Cat has &lt;clubs&gt;" in page
    assert "the host" in page


def test_a_ruling_shows_all_that_was_decided(site: Site, host: FlaskClient, table: Table, revoke: Phone) -> None:
    rule(site, table, STANDS)
    for phone in (host, site.seat(table, 2), site.watcher(table)):
        page = desk(phone, table)
        assert parts(page) == {"open": [], "settled": ["Cat had a club in trick 1"]}
        assert "It stands as it was played. Agreed." in page
        assert re.search(r'href="/rules/sixes-and-sevens\?table=\d+[^"]*#ODD-7">ODD-7</a>', page)
        assert re.search(r'<span dir="auto">Eva</span>, \d\d:\d\d', page)
    assert desk(host, table).count("Agreed.") == 1


def test_a_reopened_breach_is_open_again_and_keeps_its_ruling(
    site: Site, host: FlaskClient, table: Table, revoke: Phone
) -> None:
    place = rule(site, table, STANDS)
    assert f'href="/tables/{table.id}/rulings/{place}/reopen"' in desk(host, table)
    reopen(site, table, place)
    page = desk(host, table)
    assert parts(page) == {"open": ["Cat had a club in trick 1"]}
    assert "Proven, reopened" in page
    assert "Agreed." in page
    assert "Reopened by Ann: New facts" in page
    assert f"/rulings/{place}/reopen" not in page


def test_a_reopened_dispute_comes_before_a_new_one(site: Site, host: FlaskClient, table: Table, revoke: Phone) -> None:
    call(host, table, why="turn")
    place = rule(site, table, {"type": "ruling", "event": 1, "text": "Ben leads."}, Ruled(1))
    call(host, table, why="score")
    reopen(site, table, place)
    assert parts(desk(host, table))["open"][:1] == ["Whose turn it is, or who leads"]


def test_a_ruling_stays_when_its_breach_is_gone(site: Site, host: FlaskClient, table: Table, revoke: Phone) -> None:
    change = {"target": 2, "with": [{"type": "play", "seat": 2, "card": "2C"}]}
    assert revoke.enter({"type": "amend", "changes": [change]}) == 303
    place = rule(site, table, {**STANDS, "remedy": "corrected", "text": ""})
    page = desk(host, table)
    assert parts(page) == {"open": [], "settled": ["A ruling was made"]}
    assert "The entry was corrected." in page
    reopen(site, table, place)
    page = desk(host, table)
    assert parts(page) == {"open": ["A ruling was reopened"]}
    assert f'href="/tables/{table.id}/disputes/new?event=2"' in page
    call(host, table, about="event-2", why="revoke")
    rule(site, table, {**STANDS, "text": "Now it is right."}, Ruled(1))
    assert parts(desk(host, table)) == {"open": [], "settled": ["Revoke", "A ruling was made"]}


def test_what_cannot_all_be_right_is_a_matter(site: Site, host: FlaskClient, table: Table) -> None:
    no_heart_anywhere(site, host, table)
    title = "In hearts a card was entered wrongly, or somebody revoked"
    assert parts(desk(host, table)) == {"open": [title]}
    assert f'href="/tables/{table.id}/contradiction?' in desk(host, table)
    about = site.tables.at(table.id).fold.game.contradiction(site.tables.at(table.id).fold.state).plays[-1]
    place = rule(site, table, {"type": "ruling", "event": about, "text": "", "remedy": "stands"})
    assert parts(desk(host, table)) == {"open": [], "settled": [title]}
    reopen(site, table, place)
    assert parts(desk(host, table)) == {"open": [title]}


# Who may


def test_players_and_watchers_read_only(site: Site, host: FlaskClient, table: Table, revoke: Phone) -> None:
    eva, ben, watcher = referee(site, host, table), site.seat(table, 1), site.watcher(table)
    call(ben, table)
    place = rule_by(site, table, eva)
    assert f"/rulings/{place}/reopen" in desk(eva, table)
    for phone in (host, ben, watcher):
        assert "/reopen" not in desk(phone, table)
        assert "Referee: Eva." in desk(phone, table)
    assert "disputes/1/withdraw" in desk(ben, table)
    assert "disputes/1/withdraw" not in desk(eva, table)
    assert "disputes/1/withdraw" not in desk(host, table)
    for button in ("disputes/new", "/pause", "/amendments"):
        assert button not in desk(watcher, table)
        assert button in desk(ben, table)


def rule_by(site: Site, table: Table, phone: FlaskClient) -> int:
    place = site.tables.at(table.id).fold.seq
    who = Viewer(site.device(phone), "referee")
    assert isinstance(site.make(table.id, who, STANDS, op="by-eva-1", seen=None), Made)
    return place


@pytest.mark.rule("GEN-5")
def test_a_private_breach_is_for_the_referee_alone(site: Site, host: FlaskClient, table: Table, phone: Phone) -> None:
    ann, eva, ben = site.seat(table, 0), referee(site, host, table), site.seat(table, 1)
    for seat, card in [(1, "7S"), (2, "8S"), (0, "9H")]:
        assert phone.play(seat, card) == 303
    held = [card for card in HAND[:-1] if card != "2D"] + ["AS"]
    assert declare(Phone(ann, table), held).status_code == 303
    page = desk(eva, table)
    assert parts(page)["open"] == ["Ann had a spade in trick 1"]
    assert "Closed to players" in page
    assert "1 open matter" in page_of(eva, table)
    for other in (host, ben, site.watcher(table)):
        assert parts(desk(other, table)) == {"open": []}
        assert "Closed to players" not in desk(other, table)
    assert "Closed to players" not in desk(ann, table)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_desk(site: Site, host: FlaskClient, game: str) -> None:
    table = site.open_table(host, [f"P{n}" for n in range(SAMPLES[game].players)], game=game)
    assert call(host, table).status_code == 303
    eva = referee(site, host, table)
    for phone in (host, eva):
        assert parts(desk(phone, table)) == {"open": ["The score"]}
        assert phone.get(f"/tables/{table.id}").status_code == 200


def test_a_desk_in_german(site: Site) -> None:
    host = site.phone("de")
    table = site.open_table(host)
    phone = Phone(host, table)
    phone.enter({"type": "deal", "dealer": 0})
    for seat, card in REVOKE:
        assert phone.play(seat, card) == 303
    page = host.get(f"/tables/{table.id}/desk").text
    speaks_german(page, "1 offener Fall", "Bewiesen", "Film der Partie")
    eva = referee(site, host, table, language="de")
    speaks_german(eva.get(f"/tables/{table.id}").text, "Zum Schiedsrichtertisch", "1 offener Fall")
    rule_by(site, table, eva)
    speaks_german(unescape(eva.get(f"/tables/{table.id}/desk").text).replace("Agreed.", ""), "Entschieden")
