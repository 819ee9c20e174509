"""The page of an evening's standing: numbers with their sources, corrections, what is hidden, files, rights."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.support.hall import EIGHT, GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.evening.viewer import SERVER
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer


@pytest.fixture
def hall(site: Site, app: Flask, organiser: FlaskClient) -> Hall:
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=1, hidden_last=True)
    hall = Hall(services_in(app), plan, organiser=site.device(organiser))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Confirmed(1, 2, (1, 5, 2, 9)))
    return hall


def _phone(site: Site, hall: Hall, role: Role, person: int | None = None, language: str = "en") -> FlaskClient:
    phone = site.phone(language)
    hall.admit(site.device(phone), role, person, "Karin")
    return phone


def test_every_number_says_where_it_comes_from(hall: Hall, organiser: FlaskClient) -> None:
    text = organiser.get(f"/evenings/{hall.id}/standing").text
    assert "Round 1, table 1: 1st of 4: 3" in text
    assert "Results against each other" in text


def test_a_correction_says_what_it_changed(hall: Hall, organiser: FlaskClient) -> None:
    hall.add(kinds.Corrected(1, 1, (4, 5, 2, 1), (9, 5, 2, 1)), who=SERVER)
    text = organiser.get(f"/evenings/{hall.id}/standing").text
    assert "Round 1, table 1 was corrected" in text
    assert "Ann: total 2 instead of 3" in text


def test_a_hidden_round_is_shown_to_who_runs_the_evening_alone(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    for role in (Role.PLAYER, Role.WATCHER, Role.REFEREE):
        phone = _phone(site, hall, role, 2 if role == Role.PLAYER else None)
        page = phone.get(f"/evenings/{hall.id}/standing").text
        assert "1st of 4" not in page
        assert "The last round is hidden until the end." in page
        assert '<td class="num">9</td>' not in phone.get(f"/evenings/{hall.id}/seatings").text
        for file in ("standing", "seatings"):
            assert ",9" not in phone.get(f"/evenings/{hall.id}/{file}.csv").text
    assert ",9" in organiser.get(f"/evenings/{hall.id}/seatings.csv").text
    assert '<td class="num">9</td>' in organiser.get(f"/evenings/{hall.id}/seatings").text
    hall.add(kinds.Disclosed())
    assert "1st of 4" in phone.get(f"/evenings/{hall.id}/standing").text


def test_corrections_of_earlier_rounds_are_shown_while_the_last_one_is_hidden(site: Site, app: Flask) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, hidden_last=True))
    for number in (1, 2):
        hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
        hall.start()
        hall.add(kinds.Confirmed(number, 1, (9, 5, 2, 1)), kinds.Confirmed(number, 2, (9, 5, 2, 1)))
        if number == 1:
            hall.add(kinds.Ended(1))
    hall.add(
        kinds.Corrected(1, 1, (4, 5, 2, 1), (9, 5, 2, 1)), kinds.Corrected(2, 1, (1, 5, 2, 9), (9, 5, 2, 1)), who=SERVER
    )
    page = _phone(site, hall, Role.PLAYER, 2).get(f"/evenings/{hall.id}/standing").text
    assert "Round 1, table 1 was corrected" in page
    assert "Ann: total 2 instead of 3" in page
    assert "Round 2, table 1" not in page


def test_files_for_spreadsheets_follow_the_language(site: Site, hall: Hall) -> None:
    hall.add(kinds.Disclosed())
    phone = _phone(site, hall, Role.PLAYER, 1, "de")
    lines = phone.get(f"/evenings/{hall.id}/standing.csv").data.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Platz;Name;Durchgang 1")
    assert lines[1].split(";")[1] in ("Ann", "Ida")
    assert len(lines) == 9


@pytest.mark.parametrize(("language", "total"), [("en", ",-1.5,"), ("de", ";-1,5;")])
def test_a_total_below_zero_is_a_number_for_spreadsheets(site: Site, app: Flask, language: str, total: str) -> None:
    hall = Hall(services_in(app), Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (20, 20, 6, 6)))
    karin = hall.admit(hall.services.store.add_device("karin").id, Role.REFEREE, name="Karin")
    hall.add(kinds.Penalised(4, "hand", "late", "GEN-1", "Karin", points=2), who=karin)
    phone = _phone(site, hall, Role.PLAYER, 1, language)
    dan = next(line for line in phone.get(f"/evenings/{hall.id}/standing.csv").text.splitlines() if "Dan" in line)
    assert f"{dan}{total[0]}".endswith(total)


def test_penalties_go_to_those_who_help_alone(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    karin = hall.admit(hall.services.store.add_device("karin").id, Role.REFEREE, name="Karin")
    hall.add(kinds.Penalised(1, "hand", "=late", "GEN-1", "Karin", points=2), who=karin)
    assert "Loss of the hand,2,,,,'=late,GEN-1," in organiser.get(f"/evenings/{hall.id}/penalties.csv").text
    player = _phone(site, hall, Role.PLAYER, 1)
    assert player.get(f"/evenings/{hall.id}/penalties.csv").status_code == 403


def test_the_file_says_of_a_penalty_given_at_a_table_that_its_points_count_there(
    site: Site, hall: Hall, organiser: FlaskClient
) -> None:
    karin = Viewer(hall.admit(site.device(site.phone()), Role.REFEREE, name="Karin").device_id, Role.REFEREE)
    for step, points in (("points", (-5, 0)), ("caution", ())):
        body = {"seat": 1, "step": step, "reason": "talks", "rule": "GEN-3", "by": "Karin", "points": points}
        assert isinstance(site.tables.add(hall.table(2), karin, line_of("penalty", body)), Made)
    hall.tables.note(hall.table(2))
    hall.tables.follow()
    lines = organiser.get(f"/evenings/{hall.id}/penalties.csv").text.splitlines()
    found = [line.split(",")[2:4] for line in lines]
    assert found == [["Points", "Where the points count"], ["", "Its points count at the table."], ["0", ""]]


def test_an_open_evening_has_a_standing_a_game(site: Site, app: Flask, organiser: FlaskClient) -> None:
    hall = Hall(services_in(app), Plan(Kind.OPEN), names=("Ann",), organiser=site.device(organiser))
    assert "Nothing has been counted yet." in organiser.get(f"/evenings/{hall.id}/standing").text
    hall.add(kinds.Played(1, GAME, ("Ann", "Zoe", "Ben"), (9, 5, 2)), who=SERVER)
    text = organiser.get(f"/evenings/{hall.id}/standing").text
    assert "Sixes and Sevens" in text
    assert "Zoe" in text
    lines = organiser.get(f"/evenings/{hall.id}/standing.csv").data.decode("utf-8-sig").splitlines()
    assert lines[:3] == ["Sixes and Sevens", "Place,Name,Penalties,Total", "1,Ann,,3"], "there are no rounds"
    assert "Zoe" in lines[3]


def test_nobody_has_a_place_before_anything_counts(site: Site) -> None:
    phone = site.phone()
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2)
    hall = Hall(services_in(site.app), plan, organiser=site.device(phone))
    player = _phone(site, hall, Role.PLAYER, 8)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    pages = f"/evenings/{hall.id}/standing"
    page = phone.get(pages).text
    assert re.findall(r'class="name"><span[^>]*>(\w+)', page) == list(EIGHT), "as they stand on the list"
    assert re.findall(r'<b class="place">(\d*)', page) == [""] * 8
    assert page.count("Nothing has been counted yet.") == 8, "no lot is told"
    assert [row.split(",")[0] for row in phone.get(f"{pages}.csv").text.splitlines()[1:]] == [""] * 8
    assert "Place " not in player.get(f"/evenings/{hall.id}/me").text
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)))
    assert re.findall(r'<b class="place">(\d*)', phone.get(pages).text) == list("12345678")
    assert "Place " in player.get(f"/evenings/{hall.id}/me").text


def test_fixed_pairs_come_first_and_what_is_printed_has_its_day_and_lines_to_sign(
    site: Site, app: Flask, organiser: FlaskClient
) -> None:
    plan = Plan(Kind.TOURNAMENT, game="deep-six", sizes=(4,), rounds=1, pairs=True, place_points=(2, 0))
    hall = Hall(services_in(app), plan, EIGHT[:4], organiser=site.device(organiser))
    hall.add(kinds.Changed(1, partner=3), kinds.Changed(2, partner=4))
    hall.seat((1, 2, 3, 4))
    hall.start()
    hall.add(kinds.StandIn(1, 1, 2, "Karl"), kinds.Confirmed(1, 1, (500, 320)))
    text = organiser.get(f"/evenings/{hall.id}/standing").text
    assert text.index("Ben and Dan") < text.index("Ann and Cat") < text.index("Each alone")
    assert "played by Karl" in text
    assert re.search(r"As of \d+ \w+ 20\d\d, \d\d:\d\d", text)
    assert re.search(r'class="sign"><span>Organiser</span><span>Referee</span>', text)
    rows = organiser.get(f"/evenings/{hall.id}/standing.csv").text.splitlines()
    assert [row.split(",")[-1] for row in rows if ",Ben," in row] == ["1: Karl"]
    assert any("Ben and Dan" in row for row in rows)


def test_slips_have_a_line_for_each_who_sits_and_no_points(hall: Hall, organiser: FlaskClient) -> None:
    text = organiser.get(f"/evenings/{hall.id}/slips").text
    assert text.count('<tr><th scope="row"') == len(EIGHT)
    assert "Signature" in text
    assert not re.search(r"<td[^>]*>\d", text)


def test_the_printed_seating_names_everybody_by_the_alphabet(hall: Hall, organiser: FlaskClient) -> None:
    hall.add(kinds.Changed(8, name="Çem"), kinds.Changed(7, name="änne"), kinds.Changed(1, name="Dän"))
    text = organiser.get(f"/evenings/{hall.id}/seatings").text
    listed = text[text.index("Who sits where") :]
    named = re.findall(r'<span dir="auto">(\w+)</span><b>\d', listed)
    assert named == ["änne", "Ben", "Cat", "Çem", "Dan", "Dän", "Eva", "Fay"]


def test_an_open_evening_leads_to_no_page_of_rounds(site: Site, app: Flask, organiser: FlaskClient) -> None:
    """Without rounds nobody is seated, and no result of one is ruled on; a tournament leads to all of these pages."""
    pages, found = ("", "/standing", "/desk"), dict[Kind, set[str]]()
    for kind in (Kind.OPEN, Kind.TOURNAMENT):
        plan = Plan(kind, game=GAME, sizes=(4,)) if kind == Kind.TOURNAMENT else Plan(kind)
        hall = Hall(services_in(app), plan, organiser=site.device(organiser))
        phones = {"/desk": _phone(site, hall, Role.REFEREE)}
        texts = [phones.get(page, organiser).get(f"/evenings/{hall.id}{page}").text for page in pages]
        links = {link for text in texts for link in re.findall(rf'href="/evenings/{hall.id}/([\w.]+)"', text)}
        found[kind] = links & {"seating", "seatings", "seatings.csv", "adjusted"}
    assert found == {Kind.OPEN: set(), Kind.TOURNAMENT: {"seating", "seatings", "seatings.csv", "adjusted"}}
