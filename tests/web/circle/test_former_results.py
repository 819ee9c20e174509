"""Former results from a list: each line judged, nothing written before it is seen, nothing twice, all counted."""

import csv
import io
import json
import re
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, create_engine, select
from sqlmodel import col

from tests.databases import changing
from tests.web.support.circle_phones import shown
from tests.web.support.circle_tables import Tables, circle_matches, number
from tests.web.support.photos import a_photo
from tests.web.support.site import Site
from webapp.config import file_url
from webapp.store import Store, open_store
from webapp.store.backups.copies import BackupFolder, copy_database
from webapp.store.backups.restore import restore
from webapp.store.chain.links import Chain, chain_anew, misfits
from webapp.store.circle_models import CircleMatch
from webapp.store.migrations import migrate
from webapp.store.models import DeskLine, utc_now
from webapp.store.roles import Role
from webapp.table.keeper import Refused
from webapp.table.viewer import Viewer

GOOD = """Day;Game;Name 1;Points 1;Name 2;Points 2
2024-10-03;sechsundsechzig;Ann;7;Ben;3
3.10.2024;Sechsundsechzig;Ann;7;Ben;3
2023-05-01 21:30;sixes-and-sevens;Cat;2.;Ann;1.;Ben;2.
"""
SIDE = re.compile(r'<li[^>]*><span dir="auto">(\w+)</span>.*?<span class="num">(\S+)</span>')
WRONG = {
    "soon;sechsundsechzig;Ann;7;Ben;3": "is no day",
    "1850-05-05;sechsundsechzig;Ann;7;Ben;3": "is too long ago",
    f"{utc_now().year + 1}-01-01;sechsundsechzig;Ann;7;Ben;3": "has not come yet",
    "2024-10-03;halma;Ann;7;Ben;3": "No game here is called",
    "2024-10-03;sechsundsechzig;Ann;7;Ben": "one of them is missing",
    "2024-10-03;sechsundsechzig;Ann;7;Ann;3": "stands in it twice",
    "2024-10-03;deep-six;Ann;7;Ben;3": "number of people does not fit",
    "2024-10-03;sechsundsechzig;Ann;seven;Ben;3": "is no whole number of points",
    "2024-10-03;sechsundsechzig;Ann;1.;Ben;3": "is no whole number of points",
    "2024-10-03": "A line has",
}


class Former(Tables):
    """A circle of Ann and Ben, who have played once here."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.play(self.open("Ann", "Ben"), 1)

    def look(self, text: str) -> tuple[int, str]:
        answer = self.host.post(self.at("results"), data={"file": (io.BytesIO(text.encode()), "list.csv")})
        return answer.status_code, answer.text

    def bring(self, text: str, **more: Any) -> tuple[int, str]:
        answer = self.host.post(self.at("results/bring"), data={"text": text, **more})
        return answer.status_code, answer.text

    def at(self, path: str) -> str:
        return f"/circles/{self.circle.id}/{path}"

    def days_alone(self) -> dict[int, bool]:
        """Tells of each result whether its day alone is known."""
        rows = circle_matches(self.site.store, self.circle.id)
        return {row.table_id: row.day_only for row in rows if row.from_file}

    @property
    def results(self) -> list[tuple[str, list[int], list[int]]]:
        rows = circle_matches(self.site.store, self.circle.id)[::-1]
        return [(f"{row.began_at:%Y}", row.summary["scores"], row.summary["places"]) for row in rows if row.from_file]


@pytest.fixture
def former(site: Site) -> Former:
    return Former(site)


def test_what_was_played_before_counts_once_and_bears_the_mark_of_a_file(former: Former) -> None:
    status, page = former.look(GOOD)
    assert (status, "3 results are new" in page, "Who is this?" in page) == (200, True, True)
    assert former.results == [], "nothing is written yet"
    assert former.bring(GOOD)[0] == 422, "nobody has said who Cat is"
    status, page = former.bring(GOOD, name="Cat", who="new")
    assert (status, "3 results came in" in page) == (200, True)
    assert former.results == [("2023", [], [2, 1, 2]), ("2024", [7, 3], [1, 2]), ("2024", [7, 3], [1, 2])]
    assert former.rebuilt() == []
    assert [strength for *_who, strength in former.strengths()][-2:] != [250_00, 250_00]
    status, page = former.bring(GOOD)
    assert (status, "No result is new" in page, len(former.results)) == (200, True, 3)
    assert "from a file" in shown(former.host, former.at("matches"))
    assert "minute" not in shown(former.host, former.at("matches?player=" + str(number(former, "Cat"))))


def test_neither_length_nor_hands_are_said_of_matches_of_which_nobody_knows_them(former: Former) -> None:
    former.bring("2023-05-01 21:30;sixes-and-sevens;Cat;2.;Ann;1.;Ben;2.", name="Cat", who="new")
    page = shown(former.host, former.at("games/sixes-and-sevens"))
    assert "Matches" in page
    assert "Length of a match" not in page
    assert "0 hands" not in page


def test_older_results_change_the_ratings_after_them_as_if_played_then(former: Former) -> None:
    before = former.strengths()
    former.bring(GOOD, name="Cat", who="new")
    changed = [row for row in former.strengths() if row[0] == before[0][0]]
    assert changed != before
    assert former.rebuilt() == []


def test_a_day_without_a_time_is_said_as_a_day_everywhere(former: Former) -> None:
    lines = "2024-10-03;sechsundsechzig;Ann;7;Ben;3\n2024-10-04 21:30;sechsundsechzig;Ann;7;Ben;3"
    looked = former.look(lines)[1]
    assert ("<small>3 Oct 2024</small>" in looked, "4 Oct 2024, 21:30" in looked) == (True, True)
    assert former.bring(lines)[0] == 200
    pages = shown(former.host, former.at("matches"))
    assert ('<time datetime="2024-10-03">3 Oct 2024</time>' in pages, "4 Oct 2024, 21:30" in pages) == (True, True)
    day, timed, *_more = former.site.store.match_numbers(former.circle.id)
    assert "<span>3 Oct 2024</span>" in shown(former.host, former.at(f"matches/{day}"))
    assert "An example: 3 Oct 2024</h2>" in shown(former.host, former.at(f"games/sechsundsechzig/rating?match={day}"))
    assert former.bring("2024-10-05;sixes-and-sevens;Ann;2.;Cat;1.;Ben;2.", name="Cat", who="new")[0] == 200
    assert "<small>5 Oct 2024</small>" in shown(former.host, f"/circles/{former.circle.id}?game=sixes-and-sevens")
    told = json.loads(former.host.get(former.at("files/circle.json")).text)
    own = next(one for one in told["matches"] if one["table"] == day)
    assert (own["day"], own["began_at"], own["ended_at"]) == ("2024-10-03",) * 3
    assert {one["ended_at"] for one in told["ratings"] if one["table"] == day} == {"2024-10-03"}
    for name in ("matches", "ratings"):
        rows = list(csv.reader(former.host.get(former.at(f"files/{name}.csv")).text.splitlines()))
        times = {(row[0], cell) for row in rows for cell in row if cell.startswith("2024")}
        said = {cell for table, cell in times if table == str(day)}
        assert (said, (str(timed), "2024-10-04 21:30") in times) == ({"2024-10-03"}, True), name
    players = csv.reader(former.host.get(former.at("files/players.csv")).text.splitlines())
    assert {row[-1] for row in players if "2024" in row[-1]} == {"2024-10-05"}
    assert former.rebuilt() == []


def test_a_result_of_places_has_no_points_anywhere(former: Former) -> None:
    """What was sent as places is told as places: no number stands there that nobody has scored, or counted."""
    lines = "2024-10-05;sixes-and-sevens;Ann;2.;Cat;1.;Ben;2.\n2024-10-06;sixes-and-sevens;Ann;20;Cat;9;Ben;22"
    assert '<span>Cat</span><span class="num">1st</span>' in former.look(lines)[1].replace(' dir="auto"', "")
    assert former.bring(lines, name="Cat", who="new")[0] == 200
    placed, scored, *_more = former.site.store.match_numbers(former.circle.id)
    for page in (former.at("matches"), former.at(f"matches/{placed}")):
        told = SIDE.findall(shown(former.host, page))
        assert told[-3:] == [("Cat", "1st"), ("Ann", "2nd"), ("Ben", "2nd")], page
    assert former.host.get(former.at(f"matches/{placed}/result.png")).status_code == 200
    files = json.loads(former.host.get(former.at("files/circle.json")).text)["matches"]
    scores = {one["table"]: [side["score"] for side in one["sides"]] for one in files}
    assert (scores[placed], scores[scored]) == ([None] * 3, [20, 9, 22])
    assert {one["table"]: one["hands"] for one in files} == {1: 1, placed: None, scored: None}
    rows = list(csv.reader(former.host.get(former.at("files/matches.csv")).text.splitlines()))
    at = rows[0].index("Score")
    assert [row[at] for row in rows if row[0] == str(placed)] == [""] * 3
    page = shown(former.host, former.at(f"players/{number(former, 'Cat')}?game=sixes-and-sevens"))
    assert re.findall(r"<dt>(\w+ score)</dt><dd>.*?([\d.]+)<", page) == [
        ("Average score", "9.0"),
        ("Highest score", "9"),
        ("Lowest score", "9"),
    ]
    assert former.rebuilt() == []


def take_out_later(connection: Connection) -> None:
    """Takes out what the database of that release did not have."""
    steps = Operations(MigrationContext.configure(connection))
    steps.drop_table("circle_forgettings")
    steps.drop_table("left_tables")
    with steps.batch_alter_table("evenings") as evenings:
        evenings.drop_constraint(steps.f("fk_evenings_circle_id_circles"), type_="foreignkey")
        evenings.drop_column("circle_id")


def as_before(store: Store, *bodies: Any) -> None:
    """Has results say no day, as in the release before; of the first ones the desk says `bodies` instead."""
    with changing(store) as session:
        lines = session.scalars(select(DeskLine).where(col(DeskLine.kind) == "opened").order_by(col(DeskLine.id)))
        for line, body in zip_longest(lines.all(), bodies):
            told = {field: it for field, it in line.body["result"].items() if field != "day_only"}
            line.body = body or {**line.body, "result": told}
        for match in session.scalars(select(CircleMatch).where(col(CircleMatch.from_file))):
            match.summary = {field: it for field, it in match.summary.items() if field != "day_only"}
        session.flush()
        connection = session.connection()
        chain_anew(connection, store.chain)
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0032'")


@pytest.mark.both_databases
def test_a_stranger_whose_record_names_a_result_stops_no_upgrade(former: Former) -> None:
    strange: list[Any] = [{"events": 0, "fingerprint": "0" * 64, "by": {"0": name}} for name in ("result", "Result")]
    strange += [
        {"fingerprint": "0" * 64, "result": it} for it in ("soon", None, {}, {"at": 7, "scores": [], "places": []})
    ]
    strange += [{"result": {"at": "\ud800", "scores": [7, 3], "places": [1, 2]}, "fingerprint": 1}, ["result"]]
    days = [f"2024-10-{day:02};sechsundsechzig;Ben;7;Ann;3" for day in range(1, len(strange) + 2)]
    assert former.bring("\n".join(days))[0] == 200
    store = former.site.store
    as_before(store, *strange)
    upgrade(store)
    with changing(store) as session:
        lines = session.scalars(select(DeskLine).where(col(DeskLine.kind) == "opened").order_by(col(DeskLine.id)))
        *first, last = (line.body for line in lines)
    assert (first, last["result"]["day_only"]) == (strange, True)


@pytest.mark.sqlite
def test_a_house_from_elsewhere_is_told_of_days_as_its_own(former: Former, tmp_path: Path) -> None:
    assert former.bring("2024-10-03;sechsundsechzig;Ann;7;Ben;3")[0] == 200
    as_before(former.site.store)
    file, new, ours = tmp_path / "copy.sqlite", file_url(tmp_path / "new.sqlite"), Chain(b"the key of another house")
    copy_database(former.site.store.url, file, former.site.store.chain)
    copy = create_engine(file_url(file))
    with copy.begin() as connection:
        take_out_later(connection)
    copy.dispose()
    restore(new, file, BackupFolder(tmp_path / "backups"), ours, from_elsewhere=True)
    store = open_store(new, chain=ours)
    assert [row.day_only for row in circle_matches(store, former.circle.id) if row.from_file] == [True]
    store.close()


def upgrade(store: Store) -> None:
    """Takes the steps since the release before."""
    with changing(store) as session:
        take_out_later(session.connection())
    migrate(store.url, chain=store.chain)


@pytest.mark.both_databases
def test_a_result_of_before_says_a_time_only_if_one_was_said(former: Former) -> None:
    """A line of a day is twice there; of one that was changed behind the house's back nothing is known."""
    days = [f"2024-10-03;sechsundsechzig;{who};7;Ann;3" for who in ("Ben", "Ben", "Cat", "Dan")]
    lines = [*days, "2024-10-04 12:00;sechsundsechzig;Ben;7;Ann;3"]
    assert former.bring("\n".join(lines), name=["Cat", "Dan"], who=["new", "new"])[0] == 200
    store, said = former.site.store, former.days_alone()
    assert sorted(said.values()) == [False, True, True, True, True]
    strange = max(table for table, is_day in said.items() if is_day)
    as_before(store)
    with changing(store) as session:
        session.connection().exec_driver_sql(f"UPDATE desk_lines SET link = '' WHERE table_id = {strange}")
    assert not any(former.days_alone().values())
    upgrade(store)
    for table in said:
        former.site.tables.newest.forget(table)
    assert former.days_alone() == said | {strange: False}
    assert former.rebuilt() == [], "the desks say the same"
    with changing(store) as session:
        assert [one.table_id for one in misfits(session.connection(), store.chain)] == [strange]


def test_another_spelling_is_the_player_that_was_chosen(former: Former) -> None:
    text = "2024-10-03,sechsundsechzig,Annie,7,Ben,3"
    assert former.bring(text, name="Annie", who=str(number(former, "Ben")))[0] == 422, "Ben is in it already"
    assert former.bring(text, name="Annie", who=str(number(former, "Ann")))[0] == 200
    assert {one.name for one in former.site.store.circle_players(former.circle.id).values()} == {"Ann", "Ben"}
    assert former.rebuilt() == []


@pytest.mark.parametrize("line", WRONG)
def test_a_line_that_is_wrong_is_named_with_its_number_and_why(former: Former, line: str) -> None:
    good = "2024-10-03;sechsundsechzig;Ben;7;Ann;3"
    status, page = former.look(f"{good}\n{line}")
    assert (status, "Line 2: " in page, WRONG[line] in page) == (200, True, True)
    assert (former.bring(f"{good}\n{line}")[0], former.results) == (422, [])
    assert former.bring(f"{good}\n{line}", good="yes")[0] == 200
    assert len(former.results) == 1


def test_totals_to_which_no_hands_come_are_asked_about_and_taken(former: Former) -> None:
    lines = "2024-10-03;deep-six;Ann + Cat;-7;Ben + Dan;3"
    page = former.look(f"{lines}\n2024-10-03;sechsundsechzig;Ann;1.;Ben;2.")[1]
    assert "Is that right?" in page
    assert "Line 1: " in page
    assert "Line 2: " not in page, "places are no points"
    names = {"name": ["Cat", "Dan"], "who": ["new", "new"]}
    assert former.bring(lines, **names)[0] == 200
    assert former.results == [("2024", [-7, 3], [1, 2])]


def test_partners_stand_together(former: Former) -> None:
    names = {"name": ["Cat", "Dan"], "who": ["new", "new"]}
    assert former.bring("2024-10-03\tdeep-six\tAnn + Cat\t900\tBen + Dan\t1100", **names)[0] == 200
    (match,) = [row for row in circle_matches(former.site.store, former.circle.id) if row.from_file]
    players = former.site.store.circle_players(former.circle.id)
    assert [players[one].name for one in match.players] == ["Ann", "Ben", "Cat", "Dan"]
    assert match.summary["winners"] == [0], "the lowest points win this game"


def test_a_result_is_taken_out_and_comes_in_again(former: Former) -> None:
    line = "2024-10-03;sechsundsechzig;Ben;7;Ann;3"
    before = former.strengths()
    former.bring(line)
    (match,) = [row.table_id for row in circle_matches(former.site.store, former.circle.id) if row.from_file]
    played = next(table for table, *_more in before)
    assert former.host.post(former.at(f"matches/{played}/remove")).status_code == 404
    assert "Take this result out" in shown(former.host, former.at(f"matches/{match}"))
    assert former.host.post(former.at(f"matches/{match}/remove")).status_code == 303
    assert (former.strengths(), former.results) == (before, [])
    former.bring(line)
    assert len(former.results) == 1


def test_nothing_is_entered_at_its_table(former: Former) -> None:
    former.bring("2024-10-03;sechsundsechzig;Ben;7;Ann;3")
    before, store = former.strengths(), former.site.store
    table = next(row.table_id for row in circle_matches(store, former.circle.id) if row.from_file)
    host = Viewer(device_id=former.site.device(former.host), role=Role.HOST)
    outcome = former.site.make(table, host, {"type": "deal"}, op="late")
    assert isinstance(outcome, Refused)
    assert outcome.refusal.code == "former-result"
    assert (store.events(table), former.strengths()) == ([], before)


def test_the_sample_can_be_brought_in(former: Former) -> None:
    text = former.host.get(former.at("results/sample.csv")).data.decode("utf-8-sig")
    status, page = former.look(text)
    assert (status, "not right" in page, "results are new" in page) == (200, False, True)
    assert "Is that right?" not in page


def test_former_results_are_in_the_file_of_the_circle(former: Former) -> None:
    phone = former.site.phone()
    former.bring(GOOD, name="Cat", who="new")
    store = former.site.store
    kept = next(row.table_id for row in circle_matches(store, former.circle.id) if row.from_file)
    post = {"text": "What luck", "photo": a_photo(48, 48), "op": "post", "player_id": None}
    assert store.add_post(former.circle.id, kept, device_id=former.site.device(former.host), **post)  # type: ignore[arg-type]
    data = former.host.get(former.at("files/circle-1.zip")).data
    op = phone.get("/circles/bring").text.partition('name="op" value="')[2].partition('"')[0]
    answer = phone.post("/circles/bring", data={"file": (io.BytesIO(data), "circle.zip"), "op": op, "into": ""})
    assert answer.status_code == 200
    assert "4 matches are new" in answer.text, "results, too"
    (there,) = former.site.store.circles_of(former.site.device(phone))
    rows = [row for row in circle_matches(former.site.store, there.id) if row.from_file and not row.summary["hands"]]
    assert [row.day_only for row in rows[::-1]] == [False, True, True]
    assert [row.summary["scores"] for row in rows[::-1]] == [scores for _year, scores, _places in former.results]
    assert [(it.text, it.has_photo) for row in rows for it in store.posts_of_match(there.id, row.table_id)] == [
        ("What luck", True)
    ]
    assert former.site.circle_tables.rebuild(there.id) == []
