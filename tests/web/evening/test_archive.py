"""The archive of an evening: what lies in it, and for whom."""

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from itertools import takewhile
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.cases import each
from tests.web.support.hall import GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningKeeper
from webapp.evening.plan import Giver, Givers, Kind, Plan
from webapp.evening.standing.scoring import AdjustedTo
from webapp.journal.lines import body_of
from webapp.services import services_in
from webapp.store.models import CasePhoto
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer


@pytest.fixture
def hall(site: Site, app: Flask, organiser: FlaskClient) -> Hall:
    """An evening of one round whose first table has points, has dealt and plays."""
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=1)
    hall = Hall(services_in(app), plan, organiser=site.device(organiser))
    ann = site.phone()
    hall.admit(site.device(ann), Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    dealer = Viewer(site.device(ann), Role.HOST, 0)
    points = {"type": "adjust", "points": [9, 5, 2, 1], "reason": "from paper"}
    assert isinstance(
        site.make(hall.table(1), dealer, points, {"type": "deal", "dealer": 0}, op="one", seen=None), Made
    )
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)))
    return hall


def _archive(hall: Hall, phone: FlaskClient) -> zipfile.ZipFile:
    answer = phone.get(f"/evenings/{hall.id}/archive.zip")
    assert answer.status_code == 200
    return zipfile.ZipFile(io.BytesIO(answer.data))


def test_an_archive_holds_lines_records_and_the_standing(hall: Hall, organiser: FlaskClient) -> None:
    archive = _archive(hall, organiser)
    assert archive.testzip() is None
    evening = json.loads(archive.read("evening.json"))
    assert [line["kind"] for line in evening["lines"]][-3:] == ["seated", "started", "confirmed"]
    assert evening["signed"]["house"] == hall.services.store.chain.key_id
    for table in evening["tables"]:
        record = json.loads(archive.read(table["file"]))
        assert record["signed"]["fingerprint"] == table["fingerprint"]
        assert record["players"] == (
            ["Ann", "Ben", "Cat", "Dan"] if table["number"] == 1 else ["Eva", "Fay", "Gus", "Ida"]
        )
    assert archive.read("standing.csv") == organiser.get(f"/evenings/{hall.id}/standing.csv").data


def test_its_page_says_that_photos_with_disputes_stay_here(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    stays = "Photos that were kept with disputes are not in it"
    assert stays not in organiser.get(f"/evenings/{hall.id}/archive").text
    row = {"case_code": "dispute-1", "device_id": site.device(organiser), "photo": b"jpeg", "seq": 1, "op": "one"}
    assert hall.services.store.keep_photo(CasePhoto(table_id=hall.table(2), **row))
    assert stays in organiser.get(f"/evenings/{hall.id}/archive").text
    assert not any("photo" in name for name in _archive(hall, organiser).namelist())


def _changed(
    archive: zipfile.ZipFile, change: Callable[[dict[str, Any]], object] = lambda _evening: None, **files: bytes
) -> bytes:
    """Returns an archive with another `evening.json`, and with other files by their names without an ending."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name in archive.namelist():
            data = archive.read(name)
            if name == "evening.json":
                evening = json.loads(data)
                change(evening)
                data = json.dumps(evening).encode()
            out.writestr(name, files.get(name.partition(".")[0], data))
    return made.getvalue()


def _read(phone: FlaskClient, data: bytes, op: str = "1234567890") -> TestResponse:
    sent = {"op": op, "file": (io.BytesIO(data), "evening.zip")}
    return phone.post("/evenings/archives", data=sent, content_type="multipart/form-data")


def _evening_of(answer: TestResponse) -> int:
    assert answer.status_code == 303, answer.text
    return int(answer.location.split("/")[2])


def test_a_round_that_was_started_before_its_clock_is_read_back_when_that_has_run_out(
    site: Site, hall: Hall, organiser: FlaskClient
) -> None:
    def is_long_over(evening: dict[str, Any]) -> None:
        (seated,) = (line for line in evening["lines"] if line["kind"] == "seated")
        seated["body"]["starts_at"] = seated["at"]

    hall.add(kinds.Ended(1))
    answer = _read(site.phone(), _changed(_archive(hall, organiser), is_long_over))
    assert _evening_of(answer) != hall.id


def test_an_evening_that_was_read_while_a_round_ran_is_written_and_read_again(
    site: Site, hall: Hall, organiser: FlaskClient
) -> None:
    read = _evening_of(_read(organiser, _changed(_archive(hall, organiser))))
    again = organiser.get(f"/evenings/{read}/archive.zip")
    assert _evening_of(_read(organiser, again.data, "9876543210")) not in (hall.id, read)


def test_a_penalty_that_the_head_of_the_referees_alone_gives_is_read_back(
    site: Site, app: Flask, organiser: FlaskClient
) -> None:
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=1, givers=Givers(warning=Giver.HEAD))
    hall = Hall(services_in(app), plan, organiser=site.device(organiser))
    rita = hall.admit(site.device(site.phone()), Role.REFEREE, name="Rita")
    hall.add(kinds.Penalised(1, "warning", "Late", "GEN-3", "Rita"), who=rita)
    assert _evening_of(_read(organiser, _changed(_archive(hall, organiser)))) != hall.id


def test_an_archive_read_back_has_the_same_standing_and_seatings(
    site: Site, hall: Hall, organiser: FlaskClient
) -> None:
    karin = hall.admit(hall.services.store.add_device("karin").id, Role.REFEREE, name="Karin")
    hall.add(kinds.Penalised(1, "points", "late again", "GEN-1", "Karin", points=1), who=karin)
    hall.add(kinds.Announced("Soup\nis ready", "Karin"), who=karin)
    hall.add(kinds.Confirmed(1, 2, (1, 2, 3, 4)))
    taken_back = hall.now.state.seq
    hall.add(kinds.Undone(taken_back))
    hall.add(kinds.Confirmed(1, 2, (1, 2, 3, 5)), kinds.Ended(1))
    phone, data = site.phone(), organiser.get(f"/evenings/{hall.id}/archive.zip").data
    evening_id = _evening_of(_read(phone, data))
    assert _evening_of(_read(phone, data)) == evening_id
    for file in ("standing", "seatings", "penalties"):
        ours, theirs = (
            who.get(f"/evenings/{one}/{file}.csv") for who, one in ((organiser, hall.id), (phone, evening_id))
        )
        assert (theirs.status_code, theirs.data) == (200, ours.data)
    state = hall.keeper.at(evening_id).state
    assert state.is_closed
    assert "Written by this house, unchanged since." in phone.get(f"/evenings/{evening_id}/archive").text
    table = state.rounds[0].sittings[2].table
    assert table is not None
    assert table not in (one.table for one in hall.now.state.rounds[0].sittings.values())
    assert "Eva" in phone.get(f"/tables/{table}").text
    assert organiser.get(f"/evenings/{evening_id}/archive").status_code == 404
    dealt = state.rounds[0].sittings[1].table
    assert dealt is not None
    hall.tables.note(dealt)
    hall.tables.follow()
    assert hall.keeper.at(evening_id).state is state


def test_another_house_reads_it_and_gives_it_back(
    site: Site, hall: Hall, organiser: FlaskClient, another_house: Site
) -> None:
    there = another_house
    ours, theirs = (one.store.chain.key_id for one in (site, there))
    assert ours != theirs
    hall.add(kinds.Confirmed(1, 2, (1, 2, 3, 4)), kinds.Ended(1))
    phone, data = there.phone(), organiser.get(f"/evenings/{hall.id}/archive.zip").data
    evening_id = _evening_of(_read(phone, data))
    for file in ("standing", "seatings"):
        known = organiser.get(f"/evenings/{hall.id}/{file}.csv").data
        assert phone.get(f"/evenings/{evening_id}/{file}.csv").data == known
    assert f"Written by another house ({ours})" in phone.get(f"/evenings/{evening_id}/archive").text
    state = services_in(there.app).part(EveningKeeper).at(evening_id).state
    played = state.rounds[0].sittings[1].table
    assert played is not None
    assert "Ann" in phone.get(f"/tables/{played}").text
    assert there.tables.at(played).fold.seq == site.tables.at(hall.table(1)).fold.seq == 2, "the deal came along"

    again = phone.get(f"/evenings/{evening_id}/archive.zip").data
    home = site.phone()
    back = _evening_of(_read(home, again))
    assert f"Written by another house ({theirs})" in home.get(f"/evenings/{back}/archive").text
    assert home.get(f"/evenings/{back}/standing.csv").data == organiser.get(f"/evenings/{hall.id}/standing.csv").data


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda evening: evening["lines"][-1]["body"].update(scores=[1, 5, 2, 9]), "and changed since"),
        (lambda evening: evening["signed"].update(house="0" * 8), "Written by another house"),
        (lambda evening: evening["signed"].update(signature="0" * 64), "the signature is not from here"),
        (lambda evening: evening.pop("signed"), "No house has signed it."),
    ],
)
def test_who_wrote_it_is_said(
    site: Site, hall: Hall, organiser: FlaskClient, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    phone = site.phone()
    evening_id = _evening_of(_read(phone, _changed(_archive(hall, organiser), change)))
    assert said in phone.get(f"/evenings/{evening_id}/archive").text


def test_another_record_than_the_evening_names_is_told(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    phone, archive = site.phone(), _archive(hall, organiser)
    first, second = (name.removesuffix(".json") for name in archive.namelist() if name.startswith("tables/"))
    swapped = _changed(archive, **{first: archive.read(f"{second}.json")})
    assert "and changed since" in phone.get(f"/evenings/{_evening_of(_read(phone, swapped))}/archive").text


def test_what_a_table_has_played_is_typed_over_by_no_archive(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    def typed_over(evening: dict[str, Any]) -> None:
        (line,) = (it for it in evening["lines"] if it["kind"] == "confirmed")
        line["body"]["scores"] = [1, 1, 1, 9]

    evening = _evening_of(_read(site.phone(), _changed(_archive(hall, organiser), typed_over)))
    result = hall.keeper.at(evening).state.rounds[0].sittings[1].result
    assert result is not None
    assert result.scores == (9, 5, 2, 1)


def _line(kind: str, **body: Any) -> Callable[[dict[str, Any]], object]:
    return lambda evening: evening["lines"].append({"kind": kind, "body": body, "at": evening["at"]})


TABLES = [{"number": 1, "people": [1, 2, 3, 99]}]
PENALTY = {"person": 1, "step": "points", "reason": "", "rule": "GEN-5", "by": "Karin"} | {
    "table": 1,
    "table_penalty": 1,
    "ready": "slow",
}


@each(
    "change",
    [
        *(_line("penalised", **PENALTY | {code: "ben"}) for code in ("ready", "step", "rule")),
        _line("seated", round=2, tables=TABLES, starts_at="2026-01-01T00:00:00", minutes=1),
        _line("confirmed", round=1, number=9, scores=[1, 2, 3, 4]),
        _line("listed", person=9, name="A\nB"),
        _line("penalised", person=99, step="points", reason="x", rule="GEN-1", by="Karin"),
        _line("undone", line=99),
        _line("announced", text="\0", by="Karin"),
        _line("played", table=1, game="none", names=["Ann"], scores=[1]),
        lambda evening: evening.update(format="sixfold-evening/9"),
        lambda evening: evening.update(title=""),
        lambda evening: evening["lines"].reverse(),
        lambda evening: evening["tables"][0].update(file="tables/99.json"),
    ],
)
def test_what_no_evening_could_be_is_not_read(
    site: Site, hall: Hall, organiser: FlaskClient, change: Callable[[dict[str, Any]], object]
) -> None:
    answer = _read(site.phone(), _changed(_archive(hall, organiser), change))
    assert answer.status_code == 422
    assert "Nothing of it was kept." in answer.text
    assert hall.services.store.evening(hall.id + 1) is None


def test_a_penalty_of_a_table_comes_with_what_was_the_matter(hall: Hall, organiser: FlaskClient, site: Site) -> None:
    phone = site.phone()
    read = _read(phone, _changed(_archive(hall, organiser), _line("penalised", **PENALTY)))
    assert "Slow play" in phone.get(f"/evenings/{_evening_of(read)}/penalties").text


def test_what_was_decided_holds_in_the_report_of_an_evening_that_was_read(hall: Hall, organiser: FlaskClient) -> None:
    told = organiser.get(f"/evenings/{hall.id}/incidents").text
    copy = _evening_of(_read(organiser, _changed(_archive(hall, organiser))))
    read = organiser.get(f"/evenings/{copy}/incidents").text
    assert '<li class="incident">' in told
    assert told.count("incident again") == read.count("incident again") == 0
    changed = re.compile(r"<dt>Scores changed</dt>\s*<dd[^>]*>(\d+)")
    assert changed.findall(told) == changed.findall(read) == ["1"]
    assert "from a record of this house" in read


def test_the_report_of_an_evening_that_was_read_has_its_requests(
    site: Site, hall: Hall, organiser: FlaskClient
) -> None:
    eva = site.device(site.phone())
    site.store.admit(hall.table(2), eva, role=Role.PLAYER, seat=0)
    karin = hall.admit(site.device(site.phone()), Role.REFEREE, name="Karin").device_id
    player = Viewer(eva, Role.PLAYER, 0)
    wanted = [{"type": "adjust", "points": [3, 0, 0, 0], "reason": "?"}]
    for why in ("a trick too few", "an old matter"):
        request = line_of("requested", {"by": "Eva", "why": why, "entries": wanted})
        assert isinstance(site.tables.add(hall.table(2), player, request), Made)
    denied = line_of("denied", {"request": 2, "by": "Karin", "why": "Too late"})
    assert isinstance(site.tables.add(hall.table(2), Viewer(karin, Role.REFEREE), denied), Made)
    copy = _evening_of(_read(organiser, _changed(_archive(hall, organiser))))
    text = organiser.get(f"/evenings/{copy}/incidents.csv").data.decode("utf-8-sig")
    head, *lines = takewhile(any, csv.reader(io.StringIO(text)))
    told = [dict(zip(head, line, strict=True)) for line in lines]
    asked = [one for one in told if one["What"] == "Request"]
    assert [(one["Table"], one["Players"], one["What happened"], one["By whom"]) for one in asked] == [
        ("2", "Eva", "Eva asks the referee for a change. a trick too few.", "Eva"),
        ("2", "Eva", "Eva asks the referee for a change. an old matter.", "Eva"),
        ("2", "", "Request 2 was refused. Too late.", "Karin"),
    ]


def test_a_change_that_waits_to_be_signed_names_the_same_table(hall: Hall, organiser: FlaskClient) -> None:
    asked = kinds.Adjusted(1, 2, AdjustedTo.POINTS, "Eva was ill", "GEN-3", people=(5,), value=6)
    hall.add(kinds.Ended(1))
    hall.add(kinds.RoundClosed(1))
    hall.add(kinds.Proposed(1, (body_of(asked),), Role.ORGANISER, table=2))
    told = organiser.get(f"/evenings/{hall.id}/incidents.csv").text
    assert "somebody who sits at table 2." in told
    copy = _evening_of(_read(organiser, _changed(_archive(hall, organiser))))
    assert "somebody who sits at table 2." in organiser.get(f"/evenings/{copy}/incidents.csv").text


def test_what_unfolds_without_end_is_not_unpacked(
    site: Site, hall: Hall, organiser: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = _archive(hall, organiser)
    monkeypatch.setattr("webapp.evening.archive.reader.record.MAX_BYTES", 100_000)
    assert "Unpacked it is longer" in _read(site.phone(), _changed(archive, evening=b" " * 100_001)).text
    assert _read(site.phone(), b"PK\x03\x04 no archive").status_code == 422
    assert _read(site.phone(), bytes(257 * 1024)).status_code == 413
    record = next(name for name in archive.namelist() if name.startswith("tables/"))
    broken = _changed(archive, **{record.removesuffix(".json"): b"{}"})
    assert _read(site.phone(), broken).status_code == 422
