"""A circle that is taken along: out of one house and into another, without doubles, whole or refused."""

import io
import json
import random
import zipfile
from base64 import b64encode
from contextvars import Context
from datetime import date, timedelta
from html import unescape
from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from tests.web.support.api_client import API, ApiClient
from tests.web.support.circle_tables import Tables, circle_matches, number, tables_of_circle
from tests.web.support.hall import Hall
from tests.web.support.name_everywhere import NAME, NameEverywhere, named
from tests.web.support.photos import a_photo
from tests.web.support.records import opened
from tests.web.support.site import Site
from tests.web.support.timed_table import TimedTable, follow
from webapp.access.device import COOKIE
from webapp.circle.archive import importing, writer
from webapp.circle.archive.parts import Posts, Seasons
from webapp.circle.forgetting import forget
from webapp.circle.tables import CircleTables
from webapp.evening import lines as kinds
from webapp.http.limits import LARGEST_ARCHIVE, LARGEST_UNKNOWN_UPLOAD, UPLOAD_ENVELOPE, ArchiveRoom
from webapp.services import services_in
from webapp.store import log as store_log
from webapp.store.circle_models import Circle
from webapp.store.models import CasePhoto, utc_now

SEASON = {"name": "Autumn", "game": "", "first_day": date(2026, 9, 1), "last_day": None, "best": 3}


@pytest.fixture(autouse=True)
def minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between two entries lies a minute: files say whole seconds."""
    passed = count(1)
    began = utc_now() - timedelta(days=1)
    monkeypatch.setattr(store_log, "utc_now", lambda: began + timedelta(minutes=next(passed)))


@pytest.fixture
def tables(site: Site) -> Tables:
    """Four matches of a circle: a name that was merged, a note, a title, a season, somebody who was forgotten."""
    tables = Tables(site)
    first = tables.play(tables.open(title="Garden"), 0)
    for names, winner in ((("Ben", "Cat"), 0), (("Dan", "Anna"), 1), (("Cat", "Ben"), 1)):
        tables.play(tables.open(*names), winner)
    site.store.write_note(tables.circle.id, first.id, "Rain", before="")
    for text, photo in (("What an evening", a_photo(64, 32)), ("", a_photo(32, 32)), ("Again!", None)):
        put(tables, first.id, text, photo, player=number(tables, "Ben"))
    evidence = {"device_id": site.device(tables.host), "photo": a_photo(64, 32), "cards": ["7C"], "doubtful": ["9H"]}
    assert site.store.keep_photo(CasePhoto(table_id=first.id, case_code="dispute-1", seq=1, op="kept", **evidence))
    site.store.make_season(tables.circle.id, SEASON, op="season")
    site.store.merge_players(tables.circle.id, number(tables, "Anna"), number(tables, "Ann"))
    site.store.set_guest(tables.circle.id, number(tables, "Dan"), guest=True)
    with site.app.app_context():
        forget(tables.circle.id, number(tables, "Dan"), site.device(tables.host))
    return tables


def put(tables: Tables, table_id: int, text: str, photo: bytes | None = None, player: int | None = None) -> None:
    by: dict[str, Any] = {"device_id": tables.site.device(tables.host), "player_id": player}
    assert tables.site.store.add_post(tables.circle.id, table_id, text=text, photo=photo, op=f"{text} {photo}", **by)


@pytest.fixture
def there(another_house: Site) -> Tables:
    """A circle of another house."""
    return Tables(another_house)


def taken(tables: Tables, part: int = 1) -> bytes:
    answer = tables.host.get(f"/circles/{tables.circle.id}/files/circle-{part}.zip")
    assert answer.status_code == 200
    return answer.data


def index_of(data: bytes) -> Any:
    """What the file of a circle says, but for the records."""
    return json.loads(zipfile.ZipFile(io.BytesIO(data)).read("circle.json"))


def brought(phone: FlaskClient, data: bytes, into: Circle | None = None) -> TestResponse:
    op = unescape(phone.get("/circles/bring").text.partition('name="op" value="')[2].partition('"')[0])
    sent = {"file": (io.BytesIO(data), "circle.zip"), "op": op, "into": str(into.id) if into else ""}
    return phone.post("/circles/bring", data=sent)


def told(tables: Tables, circle: Circle) -> Any:
    """What the circle has come to, in the order of its matches, by the names of its players."""
    store = tables.site.store
    names = {n: "somebody" if one.forgotten_at else one.name for n, one in store.circle_players(circle.id).items()}
    notes, titles = store.circle_notes(circle.id), store.circle_titles(circle.id)
    order = store.match_numbers(circle.id)
    ratings = [
        (order.index(row.table_id), names[row.player_id], row.strength, row.uncertainty, row.matches, row.won)
        for row in store.circle_ratings(circle.id)
    ]
    matches = [
        (
            [names[player] for player in row.players],
            {key: value for key, value in row.summary.items() if key != "seconds"},
            notes.get(row.table_id),
            titles.get(row.table_id),
            [
                (it.text, it.has_photo, it.made_at.replace(microsecond=0), names.get(it.player_id or 0))
                for it in store.posts_of_match(circle.id, row.table_id)
            ],
            [
                (it.case_code, it.cards, it.doubtful, it.made_at.replace(microsecond=0))
                for it in store.photos_of_table(row.table_id)
            ],
        )
        for row in circle_matches(store, circle.id)
    ]
    seasons = [one.model_dump(exclude={"id", "circle_id", "op"}) for one in store.circle_seasons(circle.id)]
    return matches, sorted(ratings), seasons, sorted(store.leads_of_circle(circle.id))


def newest(tables: Tables, phone: FlaskClient) -> Circle:
    return tables.site.store.circles_of(tables.site.device(phone))[0]


def test_no_file_adds_evidence_to_a_case_of_this_house(tables: Tables, there: Tables) -> None:
    assert brought(there.host, taken(tables)).status_code == 200
    table = next(one for one in tables_of_circle(tables.site.store, tables.circle.id) if one.title == "Garden")
    (kept,) = tables.site.store.photos_of_table(table.id)
    tables.site.store.drop_photo(table.id, kept.id)
    there.circle = newest(there, there.host)
    assert brought(tables.host, taken(there), tables.circle).status_code == 200
    assert tables.site.store.photos_of_table(table.id) == []


@pytest.mark.both_databases
def test_another_house_has_what_the_first_one_has_and_comes_home_with_what_is_new(
    tables: Tables, there: Tables
) -> None:
    answer = brought(there.host, taken(tables))
    circle = newest(there, there.host)
    assert answer.status_code == 200
    assert "4 matches are new" in answer.text
    assert "4 matches bear no seal of this house: they are not vouched for here." in answer.text
    assert told(there, circle) == told(tables, tables.circle)
    assert there.site.circle_tables.rebuild(circle.id) == []
    assert "from a file" in there.host.get(f"/circles/{circle.id}/matches").text
    table = there.play(there.open("Ann", "Eva", belongs=False), 1)
    there.site.circle_tables.give(table.id, circle.id)
    there.circle = circle
    answer = brought(tables.host, taken(there), tables.circle)
    for said in ("1 match is new", "4 matches were here already.", "1 player is new."):
        assert said in answer.text
    assert told(tables, tables.circle) == told(there, circle)
    assert tables.rebuilt() == []
    for house, data in ((tables, taken(there)), (there, taken(tables))):
        before = told(house, house.circle)
        assert "No match is new" in brought(house.host, data, house.circle).text
        assert told(house, house.circle) == before


def test_the_result_of_a_timed_round_counts_in_another_house_and_once_at_home(site: Site, there: Tables) -> None:
    timed = TimedTable(site)
    timed.say()
    tables = timed.tables
    assert brought(there.host, taken(tables)).status_code == 200
    there.circle = newest(there, there.host)
    assert told(there, there.circle) == told(tables, tables.circle)
    assert there.rebuilt() == []
    assert "No match is new" in brought(tables.host, taken(there), tables.circle).text
    assert timed.kept == [([2, 0], [0])]


def test_a_result_typed_at_an_evening_comes_along_and_once_home_also_corrected(site: Site, there: Tables) -> None:
    tables, hall = Tables(site), Hall(services_in(site.app))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    site.circle_tables.give(hall.table(1), tables.circle.id)
    hall.add(kinds.Confirmed(1, 1, (4, 26, 13, 9)))
    follow(hall)
    assert brought(there.host, taken(tables)).status_code == 200
    there.circle = newest(there, there.host)
    (match,) = circle_matches(there.site.store, there.circle.id)
    assert (match.summary["scores"], match.summary["places"]) == ([4, 26, 13, 9], [4, 1, 2, 3])
    assert there.rebuilt() == []
    data = taken(there)
    for lines in ((), (kinds.Rejected(1, 1), kinds.Confirmed(1, 1, (26, 4, 13, 9)))):
        for line in lines:
            hall.add(line)
        follow(hall)
        before = told(tables, tables.circle)
        assert "No match is new" in brought(tables.host, data, tables.circle).text
        assert told(tables, tables.circle) == before


def test_a_result_that_its_table_cannot_have_is_not_taken(site: Site, there: Tables) -> None:
    timed = TimedTable(site)
    timed.say()
    data = taken(timed.tables)
    kept = index_of(data)
    kept["matches"][0]["result"]["places"] = [1, 2, 3]
    assert brought(there.host, changed(data, kept)).status_code == 422


def test_a_guest_stays_one_and_counts_nowhere(tables: Tables, there: Tables) -> None:
    tables.site.store.set_guest(tables.circle.id, number(tables, "Cat"), guest=True)
    brought(there.host, taken(tables))
    assert told(there, newest(there, there.host)) == told(tables, tables.circle)


def test_a_match_in_which_somebody_sat_by_two_names_comes_along(tables: Tables, there: Tables) -> None:
    tables.play(tables.open("Ann", "Anna"), 0)
    assert brought(there.host, taken(tables)).status_code == 200
    there.circle = newest(there, there.host)
    assert circle_matches(there.site.store, there.circle.id)[0].players == [number(there, "Ann")] * 2
    assert told(there, there.circle) == told(tables, tables.circle)
    assert there.rebuilt() == []


@pytest.mark.parametrize("of_others", [False, True], ids=["own table", "table of others"])
def test_a_match_in_which_somebody_sat_by_two_names_comes_along_without_them(
    tables: Tables, there: Tables, of_others: bool
) -> None:
    store, members = tables.site.store, tables.host
    if of_others:
        tables.host = tables.site.phone()
    tables.play(tables.open("Ann", "Anna", host_seat=None), 0)
    tables.host = members
    with tables.site.app.app_context():
        kept = forget(tables.circle.id, number(tables, "Ann"), tables.site.device(members))
    assert bool(kept.tables) == of_others
    assert brought(there.host, taken(tables)).status_code == 200
    there.circle = newest(there, there.host)
    newest_row = circle_matches(there.site.store, there.circle.id)[0]
    assert len(set(newest_row.players)) == 1
    names = there.site.tables.at(newest_row.table_id).table.players
    assert len(set(names)) == len(names)
    assert all(name.startswith("#") for name in names)
    assert len(circle_matches(store, tables.circle.id)) == len(circle_matches(there.site.store, there.circle.id))


def test_a_file_that_says_two_names_are_somebody_else_gives_no_table_one_name_twice(
    tables: Tables, there: Tables
) -> None:
    data = taken(tables)
    kept = index_of(data)
    cat = next(one["number"] for one in kept["players"] if "Cat" in one["names"])
    first = {**kept["matches"][0], "players": [cat, cat]}
    lie = changed(data, {**kept, "matches": [first, *kept["matches"][1:]]})
    assert brought(there.host, lie).status_code == 200
    there.circle = newest(there, there.host)
    assert all(len(set(one.players)) == 2 for one in tables_of_circle(there.site.store, there.circle.id))
    assert there.rebuilt() == []


def test_that_matches_from_files_are_left_out_comes_along(tables: Tables, there: Tables) -> None:
    strange = tables.play(tables.open("Ann", "Ben", belongs=False), 1)
    record = tables.host.get(f"/tables/{strange.id}/record.json").text
    tables.site.circle_tables.give(opened(tables.site, tables.host, record).id, tables.circle.id)
    assert len(told(tables, tables.circle)[0]) == 5
    tables.site.circle_tables.count_files(tables.circle.id, counted=False)
    brought(there.host, taken(tables))
    there.circle = newest(there, there.host)
    assert there.circle.without_files
    assert there.rebuilt() == []
    assert len(told(there, there.circle)[0]) == 4
    assert told(there, there.circle) == told(tables, tables.circle)
    for counted in (True, False):
        there.site.circle_tables.count_files(there.circle.id, counted=counted)
        assert told(there, there.circle) == told(tables, tables.circle)
    files = [index_of(taken(house))["matches"] for house in (tables, there)]
    assert [one["from_file"] for one in files[0]] == [one["from_file"] for one in files[1]] == [False] * 4
    assert brought(there.host, taken(tables), there.circle).status_code == 200, "its other parts come in"
    there.site.circle_tables.give(opened(there.site, there.host, record).id, there.circle.id)
    assert len(told(there, there.circle)[0]) == 4, "another one from a file does not count"
    refused = brought(there.host, taken(tables), there.circle)
    assert (refused.status_code, "leaves out matches from files" in refused.text) == (409, True)


def test_it_comes_in_parts_and_their_order_does_not_matter(
    tables: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "ROOM_OF_ARCHIVES", ArchiveRoom(bytes=2**20, lines=100, tables=5, entries=100))
    assert "Take this circle along, file 2 of 2" in tables.host.get(f"/circles/{tables.circle.id}/files").text
    assert tables.host.get(f"/circles/{tables.circle.id}/files/circle-3.zip").status_code == 404
    for phone, order in ((there.site.phone(), (1, 2)), (there.site.phone(), (2, 1))):
        assert f"This was file {order[0]} of 2." in brought(phone, taken(tables, order[0])).text
        circle = newest(there, phone)
        assert "2 matches are new" in brought(phone, taken(tables, order[1]), circle).text
        assert told(there, circle) == told(tables, tables.circle)


def test_what_was_interrupted_goes_on_with_the_same_file(
    tables: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, bring = taken(tables), importing.Matches.bring

    def killed(*given: Any, **more: Any) -> None:
        bring(*given, **more)
        raise KeyboardInterrupt

    monkeypatch.setattr(importing.Matches, "bring", killed)
    with pytest.raises(KeyboardInterrupt):
        brought(there.host, data)
    monkeypatch.setattr(importing.Matches, "bring", bring)
    circle = newest(there, there.host)
    assert there.site.circle_tables.rebuild(circle.id) == []
    answer = brought(there.host, data)
    assert (answer.status_code, "has 1 of these matches already" in answer.text) == (409, True)
    assert "3 matches are new" in brought(there.host, data, circle).text
    assert told(there, circle) == told(tables, tables.circle)


def test_what_was_interrupted_goes_on_by_itself(tables: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    data, bring = taken(tables), importing.Matches.bring

    def killed(*given: Any, **more: Any) -> None:
        bring(*given, **more)
        raise KeyboardInterrupt

    monkeypatch.setattr(importing.Matches, "bring", killed)
    with pytest.raises(KeyboardInterrupt):
        brought(there.host, data)
    monkeypatch.setattr(importing.Matches, "bring", bring)
    circle = newest(there, there.host)
    assert len(circle_matches(there.site.store, circle.id)) == 1
    services_in(there.site.app).part(importing.Arrivals).go_on()  # as the house does when it starts
    assert told(there, circle) == told(tables, tables.circle)
    assert there.site.circle_tables.rebuild(circle.id) == []
    assert there.site.store.arrivals() == []


def test_a_file_that_does_not_fit_is_refused_whole(tables: Tables, there: Tables) -> None:
    data = taken(tables)
    kept = index_of(data)
    for change in (
        {"format": "sixfold-circle/2"},
        {"players": kept["players"][1:]},
        {"seasons": [{**kept["seasons"][0], "best": 0}]},
        {"matches": [*kept["matches"], kept["matches"][0]]},
    ):
        answer = brought(there.host, changed(data, {**kept, **change}))
        assert (answer.status_code, "This is no circle as it is taken along here." in answer.text) == (422, True)
    assert brought(there.host, b"PK\x03\x04").status_code == 422
    there.play(there.open("Ann", "Anna"), 0)
    answer = brought(there.host, data, there.circle)
    assert (answer.status_code, "Make them one first, or leave the circles apart." in answer.text) == (409, True)
    there.site.circle_tables.count_files(there.circle.id, counted=False)
    assert brought(there.host, data, there.circle).status_code == 409
    assert len(there.kept()) == 1
    assert [one.id for one in there.site.store.all_circles()] == [there.circle.id]
    assert brought(there.site.phone(), data, there.circle).status_code == 404, "it is no circle of this phone"


def test_a_program_takes_a_circle_along_and_brings_it_in(tables: Tables, there: Tables) -> None:
    cookie = tables.host.get_cookie(COOKIE)
    assert cookie is not None
    file = ApiClient(tables.site.app, token=cookie.value).client.get(
        f"{API}/circles/{tables.circle.id}/files/1", headers={"Authorization": f"Bearer {cookie.value}"}
    )
    assert file.mimetype == "application/zip"
    program = ApiClient(there.site.app)
    sent = {"file": b64encode(file.data).decode()}
    answer: Any = program.post("/circles", sent)
    assert answer.status_code == 201, answer.text
    program.token = answer.json["token"]
    circle = there.site.store.circle(answer.json["id"])
    assert circle is not None
    assert told(there, circle) == told(tables, tables.circle)
    again: Any = program.post("/circles", {**sent, "into": circle.id})
    assert {name: again.json[name] for name in ("matches", "known", "not_vouched")} == {
        "matches": 0,
        "known": 4,
        "not_vouched": 0,
    }
    assert program.post("/circles", sent).status_code == 409
    assert [program.post("/circles", one).status_code for one in ({**sent, "into": 99}, {"file": "!"})] == [404, 400]


def test_photos_are_looked_at_and_those_of_who_was_forgotten_stay_away(tables: Tables, there: Tables) -> None:
    data = taken(tables)
    with zipfile.ZipFile(io.BytesIO(data)) as found:
        kept, files = json.loads(found.read("circle.json")), [n for n in found.namelist() if n.startswith("photos/")]
    assert len(files) == 3
    kept["matches"][0]["posts"][0]["photo"] = "circle.json"
    answer = brought(there.host, changed(data, kept))
    assert (answer.status_code, "This is no circle as it is taken along here." in answer.text) == (422, True)
    brought(there.host, data)
    with tables.site.app.app_context():
        forget(tables.circle.id, number(tables, "Ben"), tables.site.device(tables.host))
    there.circle = newest(there, there.host)
    assert "No match is new" in brought(tables.host, taken(there), tables.circle).text
    first = tables.site.store.match_numbers(tables.circle.id)[0]
    posts = [(it.text, it.has_photo) for it in tables.site.store.posts_of_match(tables.circle.id, first)]
    assert posts == [("What an evening", False), ("Again!", False)]
    assert tables.site.store.photos_of_table(first) == []


def test_a_phone_without_a_table_brings_a_circle_with_many_photos(tables: Tables, there: Tables) -> None:
    noise = io.BytesIO()
    Image.effect_noise((640, 560), 90).save(noise, "JPEG", quality=95)
    put(tables, tables.site.store.match_numbers(tables.circle.id)[1], "", noise.getvalue())
    assert len(data := taken(tables)) > LARGEST_UNKNOWN_UPLOAD
    phone = there.site.phone()
    assert brought(phone, data).status_code == 200
    assert [row[-2:] for row in told(there, newest(there, phone))[0]] == [
        row[-2:] for row in told(tables, tables.circle)[0]
    ]
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="circle.zip"\r\n\r\n'
    large = head + bytes(LARGEST_ARCHIVE + UPLOAD_ENVELOPE) + b"\r\n--x--\r\n"
    answer = phone.post("/circles/bring", data=large, content_type="multipart/form-data; boundary=x")
    assert (answer.status_code, "The file is larger than 8 MB." in answer.text) == (413, True)


def test_many_photos_are_in_several_files(tables: Tables, there: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "ROOM_OF_ARCHIVES", ArchiveRoom(bytes=2**20, lines=100, tables=3, entries=100))
    put(tables, tables.site.store.match_numbers(tables.circle.id)[3], "", a_photo(48, 32))
    for part in (1, 2, 3):
        brought(there.host, taken(tables, part), newest(there, there.host) if part > 1 else None)
    names = [n for p in (1, 2, 3) for n in zipfile.ZipFile(io.BytesIO(taken(tables, p))).namelist() if "photos" in n]
    assert len(names) == 4


@pytest.mark.parametrize(("part", "step"), [(CircleTables, "keep"), (Posts, "bring"), (Seasons, "bring")])
def test_who_is_forgotten_while_a_file_comes_in_is_not_named_by_the_rest_of_it(
    site: Site, there: Tables, monkeypatch: pytest.MonkeyPatch, part: Any, step: str
) -> None:
    data, real, done = taken(NameEverywhere(site)), getattr(part, step), list[bool]()

    def another_request() -> None:
        with there.site.app.app_context():
            forget(there.circle.id, number(there, NAME), there.site.device(there.host))

    def forgets(*given: Any) -> Any:
        there.circle = newest(there, there.host)
        if not done:
            done.append(True)
            Context().run(another_request)
        return real(*given)

    monkeypatch.setattr(part, step, forgets if part is CircleTables else staticmethod(forgets))
    answer = brought(there.host, data)
    assert (answer.status_code, "was forgotten meanwhile" in answer.text) == (409, True)
    assert named(there.site) == set()
    assert there.site.store.arrivals() == []


def changed(data: bytes, circle: Any) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            new.writestr(name, json.dumps(circle) if name == "circle.json" else old.read(name))
    return made.getvalue()


SAME = ("name", "seasons", "meetings")


def invited(tables: Tables, circle: Circle, chance: random.Random) -> None:
    """Invites to some evenings, of which some are changed, called off and answered."""
    store, device = tables.site.store, tables.site.device(tables.host)
    for number_ in range(chance.randint(1, 3)):
        at = utc_now().replace(microsecond=0) + timedelta(days=chance.randint(1, 90))
        values = {"starts_at": at, "place": chance.choice(("", "Garden")), "word": "Bring cake", "game": ""}
        row = store.make_meeting(circle.id, values, uid=f"u{number_}@here", op=f"meeting {number_}")
        if chance.random() < 0.5:
            row = store.change_meeting(circle.id, row.id, {"called_off": True})
        for name in chance.sample(("Ann", "Ben", "Zoe"), chance.randint(0, 3)):
            says, guests = chance.choice(("yes", "maybe", "no")), chance.sample(("Gus", "Kim"), chance.randint(0, 2))
            store.answer_meeting(row, device, name, says, guests)


@pytest.mark.parametrize("seed", range(2))
def test_what_comes_out_again_is_what_went_in(tables: Tables, there: Tables, seed: int) -> None:
    invited(tables, tables.circle, random.Random(seed))
    data = taken(tables)
    assert brought(there.host, data).status_code == 200
    there.circle = newest(there, there.host)
    files = [index_of(one) for one in (data, taken(there))]
    people = [sorted((it["names"], it["guest"]) for it in one["players"] if it["names"]) for one in files]
    assert people[0] == people[1]
    assert [files[0][part] for part in SAME] == [files[1][part] for part in SAME]
    assert "No match is new" in brought(tables.host, taken(there), tables.circle).text
    assert len(tables.site.store.meetings_to_come([tables.circle.id], utc_now())) == len(files[0]["meetings"])
