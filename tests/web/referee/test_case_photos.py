"""Photos as evidence of a case: read or kept as who rules says, open with their hand, thrown away, forgotten."""

import io
from base64 import b64encode
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests.web.support.api_client import ApiClient, problem
from tests.web.support.circle_tables import Tables, number
from tests.web.support.phone import HAND, REVOKE, Phone, declare
from tests.web.support.photos import a_photo, seen
from tests.web.support.ruling import DEAL, call, grant_of, let_go, proven, rule
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.files import frames
from webapp.files.kinds import FileKind
from webapp.files.photos import PhotoReader, SmallPhoto
from webapp.http.limits import MOST_CASE_PHOTOS, PHOTO_SIDE_KEPT
from webapp.photo.reading import Reading
from webapp.services import services_in
from webapp.store.models import CasePhoto, Table
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

READ = Reading(400, 200, (seen("6S", 50), seen("9D", 150), seen("KH", 250, 100, "KD", "JH")), ())


def sent(phone: FlaskClient, page: str, case: str, photo: bytes, *, keep: bool = True) -> tuple[int, str]:
    """Sends a photo from the page of a case."""
    op = phone.get(page).text.partition('name="op" value="')[2].partition('"')[0]
    form = {"op": op or "0" * 16, "file": (io.BytesIO(photo), "cards.jpg"), **({"keep": "yes"} if keep else {})}
    answer = phone.post(f"{case}/photos", data=form)
    return answer.status_code, unescape(answer.text)


class Case:
    """A proven revoke, the referee who rules on it, and a player of the table."""

    def __init__(self, site: Site, host: FlaskClient, table: Table) -> None:
        self.site, self.table, self.player = site, table, host
        self.url = f"{proven(host, table).url}/revokes/2"
        self.rita = site.referee(table)

    def send(self, photo: bytes, *, keep: bool = True, by: FlaskClient | None = None) -> tuple[int, str]:
        return sent(by or self.rita, self.url, f"/tables/{self.table.id}/cases/revoke-2", photo, keep=keep)

    @property
    def photos(self) -> list[int]:
        return [one.id for one in self.site.store.photos_of_table(self.table.id)]

    def picture(self, phone: FlaskClient) -> int:
        return phone.get(f"/tables/{self.table.id}/photos/{self.photos[0]}.jpg").status_code


@pytest.fixture
def case(site: Site, host: FlaskClient, table: Table) -> Case:
    return Case(site, host, table)


@pytest.fixture
def reads(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The house reads cards: on each photo the same."""
    services_in(site.app).add(PhotoReader(is_on=True))
    monkeypatch.setitem(frames.READERS, FileKind.PICTURE, lambda *_sent, **_how: iter([SmallPhoto(b"jpeg", READ)]))


def test_a_photo_is_kept_small_and_bare_with_its_case(case: Case) -> None:
    assert case.send(a_photo())[0] == 303
    answer = case.rita.get(f"/tables/{case.table.id}/photos/{case.photos[0]}.jpg")
    kept = Image.open(io.BytesIO(answer.data))
    assert (kept.format, kept.size, dict(kept.getexif())) == (
        "JPEG",
        (PHOTO_SIDE_KEPT // 2, PHOTO_SIDE_KEPT),
        {},
    )
    assert "Kept by Eva" in case.rita.get(case.url).text
    assert (
        "Photos of the cards" not in case.rita.get(call(case.site, case.table, case.player)).text.partition("<img")[2]
    )


def test_players_see_it_once_the_hand_is_over(site: Site, host: FlaskClient, table: Table) -> None:
    player, rita = Phone(host, table), site.referee(table)
    assert player.enter(DEAL) == 303
    url = call(site, table, host)
    assert sent(rita, url, f"/tables/{table.id}/cases/dispute-1", a_photo(64, 64))[0] == 303
    (kept,) = site.store.photos_of_table(table.id)
    picture = f"/tables/{table.id}/photos/{kept.id}.jpg"
    assert "You see it once a hand has ended after it was taken" in host.get(url).text
    assert [one.get(picture).status_code for one in (host, rita, site.phone())] == [404, 200, 404]
    assert player.enter({"type": "tally", "tricks": [9, 4, 4]}) == 303
    assert host.get(picture).status_code == 200
    assert picture in host.get(url).text


TALLY = {"type": "tally", "tricks": [9, 4, 4]}
NEXT = {**DEAL, "dealer": 1}
BACK = {"type": "undo"}


@pytest.mark.parametrize(
    ("before", "closed"),
    [
        ([DEAL, TALLY, NEXT], [BACK, NEXT]),
        ([DEAL, TALLY, NEXT], [BACK, BACK, TALLY, NEXT]),
        ([DEAL, TALLY], [NEXT]),
        ([], [DEAL]),
    ],
    ids=["deal taken back", "hand before counted again", "between hands", "before the first"],
)
def test_it_stays_closed_while_what_it_shows_may_be_played(
    site: Site, host: FlaskClient, table: Table, before: list[Any], closed: list[Any]
) -> None:
    player, rita = Phone(host, table), site.referee(table)
    for event in before:
        assert player.enter(event) == 303
    assert sent(rita, call(site, table, host), f"/tables/{table.id}/cases/dispute-1", a_photo(64, 64))[0] == 303
    (kept,) = site.store.photos_of_table(table.id)
    picture = f"/tables/{table.id}/photos/{kept.id}.jpg"
    who = Viewer.of(grant_of(site, table, rita))
    for at, event in enumerate((None, *closed)):
        if event is BACK:
            assert isinstance(site.make(table.id, who, BACK, op=f"back-{at:011}"), Made)
        player.look()
        assert event in (None, BACK) or player.enter(event) == 303
        assert [one.get(picture).status_code for one in (host, rita)] == [404, 200]
    assert player.enter(TALLY) == 303
    assert host.get(picture).status_code == 200


def test_what_came_with_a_file_is_open(case: Case) -> None:
    row = {"case_code": "revoke-2", "device_id": case.site.device(case.rita), "photo": b"jpeg", "seq": 0}
    for op, status in (("sent", 404), ("brought sent", 200)):
        assert case.site.store.keep_photo(CasePhoto(table_id=case.table.id, op=op, **row))
        picture = f"/tables/{case.table.id}/photos/{case.photos[-1]}.jpg"
        assert [one.get(picture).status_code for one in (case.player, case.site.phone())] == [status, 404]


def test_who_does_not_rule_sends_none(case: Case) -> None:
    assert case.send(a_photo(64, 64), by=case.player)[0] == 403
    assert "Keep it with the case" not in case.player.get(case.url).text
    assert case.send(a_photo(64, 64))[0] == 303
    drop = f"/tables/{case.table.id}/photos/{case.photos[0]}/drop"
    assert (case.player.post(drop).status_code, len(case.photos)) == (403, 1)
    assert (case.rita.post(drop).status_code, case.photos) == (303, [])
    assert case.rita.post(drop).status_code == 404


@pytest.mark.parametrize("by_program", [False, True])
def test_what_is_left_of_a_case_that_is_no_more_is_thrown_away(case: Case, *, by_program: bool) -> None:
    assert case.send(a_photo(64, 64))[0] == 303
    drop = f"/tables/{case.table.id}/photos/{case.photos[0]}/drop"
    other = call(case.site, case.table, case.player)
    assert drop not in case.rita.get(other).text
    assert Phone(case.player, case.table).enter(BACK) == 303
    assert case.rita.get(case.url).status_code == 404
    assert "a case that is no more" in case.rita.get(other).text.partition(drop)[0]
    assert drop not in case.player.get(other).text
    assert (case.player.post(drop).status_code, len(case.photos)) == (403, 1)
    program = ApiClient(case.site.app, case.table.id, case.rita.get_cookie(COOKIE).value)
    answer = program.post(drop, {}) if by_program else case.rita.post(drop)
    assert (answer.status_code, case.photos) == (200 if by_program else 303, [])


def test_a_case_that_is_closed_is_not_gone(site: Site, host: FlaskClient, table: Table) -> None:
    """A breach that only the hand of its seat proves; without a referee the host rules, and may not know of it."""
    player, cat, rita = Phone(host, table), Phone(site.seat(table, 2), table), site.referee(table)
    for event in (DEAL, *({"type": "play", "seat": seat, "card": card} for seat, card in REVOKE[:3])):
        assert player.enter(event) == 303
    assert declare(cat, [card for card in HAND if card != "5C"]).status_code == 303
    url = f"/tables/{table.id}/revokes/2"
    assert sent(rita, url, f"/tables/{table.id}/cases/revoke-2", a_photo(64, 64))[0] == 303
    (kept,) = site.store.photos_of_table(table.id)
    let_go(site, table)
    drop = f"/tables/{table.id}/photos/{kept.id}/drop"
    assert drop not in host.get(call(site, table, host)).text
    assert (host.get(url).status_code, host.post(drop).status_code) == (404, 403)


def test_what_is_no_photo_is_told(case: Case) -> None:
    status, page = case.send(b"%PDF-1.7" * 50_000)
    assert (status, "no picture that can be opened" in page, case.photos) == (422, True, [])
    status, page = case.send(b"")
    assert (status, "There is no photo yet" in page) == (422, True)
    status, page = case.send(a_photo(64, 64), keep=False)
    assert (status, "This house reads no cards" in page, case.photos) == (422, True, [])
    assert "Only read the cards" not in page


@pytest.mark.usefixtures("reads")
def test_the_cards_that_are_read_stand_beside_it_the_doubtful_ones_marked(case: Case) -> None:
    status, page = case.send(b"photo", keep=False)
    assert (status, "The photo was thrown away" in page, case.photos) == (200, True, [])
    assert case.send(b"photo")[0] == 303
    page = unescape(case.rita.get(case.url).text).partition("Read on it:")[2].partition("</p>")[0]
    sure, _in_doubt, doubtful = page.partition("in doubt:")
    assert (sure.count("said"), doubtful.count("said"), "?" in sure, "?" in doubtful) == (2, 1, False, True)


def test_a_case_keeps_so_many_and_a_settled_one_takes_none(case: Case) -> None:
    for _one in range(MOST_CASE_PHOTOS):
        assert case.send(a_photo(64, 64))[0] == 303
    status, page = case.send(a_photo(64, 64))
    assert (status, "Throw one away first" in page, len(case.photos)) == (409, True, MOST_CASE_PHOTOS)
    assert rule(case.rita, case.table, case.url, "stands", rule="ODD-7").status_code == 303
    status, page = case.send(a_photo(64, 64))
    assert (status, "settled meanwhile" in page) == (409, True)


def test_a_photo_for_a_withdrawn_dispute_reads_of_no_ruling(case: Case) -> None:
    url = call(case.site, case.table, case.player)
    assert case.player.post(f"{url}/withdraw").status_code == 303
    status, page = sent(case.rita, url, f"/tables/{case.table.id}/cases/dispute-1", a_photo(64, 64))
    assert (status, "withdrawn meanwhile" in page, "Reopen" in page) == (409, True, False)


@pytest.mark.usefixtures("reads")
def test_a_program_reads_keeps_and_throws_away(case: Case) -> None:
    program = ApiClient(case.site.app, case.table.id, case.rita.get_cookie(COOKIE).value)
    body = {"case": "revoke-2", "photo": b64encode(b"photo").decode()}
    to = f"/tables/{case.table.id}/photos"
    told = program.post(to, body).get_json()
    assert (told["photos"], told["read"]) == ([], {"cards": ["6S", "9D"], "doubtful": ["KH"]})
    key = {"Idempotency-Key": "a-photo"}
    for _sent in range(2):
        (kept,) = program.post(to, {**body, "keep": True}, **key).get_json()["photos"]
    other = {**body, "keep": True, "photo": b64encode(b"other").decode()}
    assert problem(program.post(to, other, **key)) == (422, "key-used")
    assert (kept["case"], kept["by"], kept["open"], kept["read"]) == ("revoke-2", "Eva", True, told["read"])
    player = ApiClient(case.site.app, case.table.id, case.player.get_cookie(COOKIE).value)
    (closed,) = player.get("/photos").get_json()["photos"]
    assert (closed["open"], closed["read"]) == (False, {"cards": [], "doubtful": []})
    assert player.post(f"{to}/{kept['id']}/drop", {}).status_code == 403
    assert program.post(to, {**body, "case": "revoke-99"}).status_code == 404
    assert program.post(to, {"case": "revoke-2", "keep": True}).status_code == 422
    assert program.post(f"{to}/{kept['id']}/drop", {}).get_json()["photos"] == []


def test_it_is_read_with_the_packs_that_were_taught(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    services_in(case.site.app).add(PhotoReader(is_on=True))
    with_packs: list[Any] = []

    def reader(*_sent: Any, taught_packs: Any, **_how: Any) -> Iterator[SmallPhoto]:
        with_packs.append(taught_packs)
        return iter([SmallPhoto(b"jpeg", READ)])

    monkeypatch.setitem(frames.READERS, FileKind.PICTURE, reader)
    case.site.store.teach(None, name="Club", ranks="AK", suits="CSHD", traits=b"club")
    assert case.send(b"photo", keep=False)[0] == 200
    program = ApiClient(case.site.app, case.table.id, case.rita.get_cookie(COOKIE).value)
    body = {"case": "revoke-2", "photo": b64encode(b"photo").decode()}
    assert program.post(f"/tables/{case.table.id}/photos", body).status_code == 200
    assert with_packs == [(b"club",), (b"club",)]


def test_a_photo_sent_twice_is_kept_once_also_where_a_pack_is_taught_between(
    case: Case, reads: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = {"op": "0" * 16, "keep": "yes"}
    for data, reading in ((b"jpeg", READ), (b"jpeg", Reading(400, 200, READ.cards[:1], ())), (b"other", READ)):
        photo = SmallPhoto(data, reading)
        monkeypatch.setitem(frames.READERS, FileKind.PICTURE, lambda *_sent, photo=photo, **_how: iter([photo]))
        files = {"file": (io.BytesIO(data), "cards.jpg")}
        assert case.rita.post(f"/tables/{case.table.id}/cases/revoke-2/photos", data=form | files).status_code == 303
    assert len(case.photos) == 2


def test_an_appeal_carries_the_photos_of_its_case(case: Case) -> None:
    assert case.send(a_photo(64, 64))[0] == 303
    assert rule(case.rita, case.table, case.url, "stands", rule="ODD-7").status_code == 303
    appeal = f"/tables/{case.table.id}/rulings/7/appeal"
    op = case.player.get(appeal).text.partition('name="op" value="')[2].partition('"')[0]
    answer = case.player.post(appeal, data={"op": op, "reason": "Look at the photo"})
    assert answer.status_code == 303
    assert f"/photos/{case.photos[0]}.jpg" in case.rita.get(answer.location).text


def test_it_is_forgotten_with_a_player_of_its_table(site: Site) -> None:
    circle = Tables(site)
    table = circle.play(circle.open("Ann", "Ben"), 0)
    other = circle.play(circle.open("Cat", "Dan"), 0)
    for one in (table, other):
        eva = site.referee(one)
        url = call(site, one, circle.host, "other", text="Look")
        assert sent(eva, url, f"/tables/{one.id}/cases/dispute-1", a_photo(64, 64))[0] == 303
        assert rule(eva, one, url, "stands").status_code == 303
    form = {"player": number(circle, "Ann")}
    assert circle.host.post(f"/circles/{circle.circle.id}/players/forget", data=form).status_code in (200, 303)
    assert [len(site.store.photos_of_table(one.id)) for one in (table, other)] == [0, 1]
