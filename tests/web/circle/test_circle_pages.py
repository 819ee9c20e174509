"""Pages of circles: opened, joined by link and code, left; their players, matches and tables; suggested names."""

import re
from html import unescape

import pytest

from tests.web.support.circle_phones import numbers, sent, shown
from tests.web.support.circle_tables import Tables, tables_of_circle
from tests.web.support.site import Site
from webapp.store.invites import format_code
from webapp.store.roles import Scope


def test_people_who_meet_again_open_a_circle_from_the_end_of_their_match(tables: Tables) -> None:
    table = tables.play(tables.open(belongs=False), 0)
    assert f'href="/circles/new?table={table.id}"' in shown(tables.host, f"/tables/{table.id}")
    form = {"op": "a" * 22, "name": "Tuesdays", "table": str(table.id)}
    first, again = (tables.host.post("/circles", data=form) for _ in range(2))
    assert first.location == again.location
    refused = tables.host.post("/circles", data={**form, "name": ""})
    assert (refused.status_code, refused.headers["Cache-Control"]) == (422, "no-store"), "their names are on it"
    page = shown(tables.host, first.location)
    assert "2 players, 1 match" in page
    assert "too few matches" in page
    assert 'href="/circles/new?table' not in shown(tables.host, f"/tables/{table.id}")
    assert "Tuesdays" in shown(tables.host, "/")


def test_a_table_of_others_is_not_given(tables: Tables) -> None:
    table, stranger = tables.open(belongs=False), tables.site.phone()
    watcher = tables.site.watcher(table)
    form = {"op": "a" * 22, "name": "Tuesdays", "table": str(table.id)}
    assert [phone.post("/circles", data=form).status_code for phone in (stranger, watcher)] == [404, 403]
    assert tables_of_circle(tables.site.store, tables.circle.id) == []


@pytest.mark.parametrize(("name", "said"), [("", "Give it a name."), ("x" * 41, "At most 40 characters")])
def test_a_name_that_is_not_taken_stays_in_its_field(site: Site, name: str, said: str) -> None:
    answer = site.phone().post("/circles", data={"op": "a" * 22, "name": name})
    page = answer.get_data(as_text=True)
    assert (answer.status_code, said in page, f'value="{name}"' in page) == (422, True, True)


def test_a_phone_joins_by_link_or_code_and_leaves(tables: Tables) -> None:
    tables.open()
    invite = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    by_link, by_code, circle = tables.site.phone(), tables.site.phone(), f"/circles/{tables.circle.id}"
    assert "Join the circle" in tables.site.opens(by_link, f"/join/{invite.token}").get_data(as_text=True)
    assert by_link.get(circle).status_code == 404, "looking is not joining"
    by_code.post("/join", data={"code": invite.code.lower()})
    for phone in (by_link, by_code):
        assert phone.post("/accept", data={"way": invite.token, "as": "member"}).location == circle
        assert phone.get(circle).status_code == 200
    assert by_link.post(f"{circle}/leave").status_code == 303
    assert by_link.get(circle).status_code == 404
    assert "Tuesdays" not in shown(by_link, "/")


def test_the_recovery_code_serves_once_and_an_old_code_opens_nothing(tables: Tables) -> None:
    kept = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["recovery"]
    first, second = tables.site.phone(), tables.site.phone()
    assert first.post("/accept", data={"way": kept.token}).status_code == 303
    assert second.post("/accept", data={"way": kept.token}).status_code == 410
    old = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    assert first.post(f"/circles/{tables.circle.id}/codes", data={"role": "member"}).status_code == 303
    assert second.post("/accept", data={"way": old.token}).status_code == 410
    assert second.get(f"/circles/{tables.circle.id}").status_code == 404
    for code in (kept.code, old.code):
        said = unescape(second.post("/join", data={"code": code}).get_data(as_text=True))
        assert f"The code {format_code(code)} of a circle does not count any more" in said
        assert "No table has the code" not in said


def test_players_stand_by_their_rating_once_they_have_enough_matches(tables: Tables) -> None:
    for _ in range(5):
        tables.play(tables.open("Ann", "Ben"), 1)
    tables.play(tables.open("Cat", "Ann"), 0)
    page = shown(tables.host, f"/circles/{tables.circle.id}")
    assert page.index('<b dir="auto">Ben') < page.index('<b dir="auto">Ann') < page.index('<b dir="auto">Cat')
    assert (page.count('class="strength"'), page.count("too few matches")) == (2, 1)


def test_matches_are_filtered_by_game_and_player(tables: Tables) -> None:
    first = tables.play(tables.open("Ann", "Ben"), 0)
    tables.play(tables.open("Cat", "Dan"), 0)
    players = {player.name: number for number, player in tables.site.store.circle_players(tables.circle.id).items()}
    path = f"/circles/{tables.circle.id}/matches"
    assert "2 matches" in shown(tables.host, path)
    assert "2 matches" in shown(tables.host, f"{path}?game=no-game&page=1")
    of_ann = shown(tables.host, f"{path}?player={players['Ann']}")
    assert ("1 match<" in of_ann, f'href="{path}/{first.id}"' in of_ann) == (True, True)
    member = tables.site.phone()
    invite = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    member.post("/accept", data={"way": invite.token})
    assert f'href="/tables/{first.id}"' in shown(tables.host, f"{path}/{first.id}")
    for page in (path, f"{path}/{first.id}"):
        assert 'href="/tables/' not in shown(member, page), "a table stays closed to who has no place at it"


def test_players_stand_by_the_alphabet_with_their_accents(tables: Tables) -> None:
    tables.open("Zoë", "Änne")
    tables.open("ben", "Anne")
    page = shown(tables.host, f"/circles/{tables.circle.id}/players")
    assert re.findall(r'<option value="\d+"[^>]*>(\w+)', page)[:4] == ["Anne", "Änne", "ben", "Zoë"]


def test_a_table_opened_in_the_circle_belongs_to_it_and_its_players_are_suggested(tables: Tables) -> None:
    tables.open("Ann", "Zoë")
    form = shown(tables.host, f"/tables/new/sechsundsechzig?circle={tables.circle.id}")
    assert '<option value="Zoë">' in form
    assert ("New table · Tuesdays" in form, f'href="/circles/{tables.circle.id}/open"' in form) == (True, True)
    assert '<option value="Zoë">' not in shown(tables.site.phone(), "/tables/new/sechsundsechzig")
    sent = {"game": "sechsundsechzig", "op": "b" * 22, "name": ["Ann", "Ben"]}
    path = f"/tables?circle={tables.circle.id}"
    assert tables.site.phone().post(path, data=sent).status_code == 404
    assert tables.host.post(path, data=sent).status_code == 303
    assert tables_of_circle(tables.site.store, tables.circle.id)[0].players == ["Ann", "Ben"]


def test_tables_of_this_phone_are_given_afterwards(tables: Tables) -> None:
    running, over = tables.open("Ann", "Ben", belongs=False), tables.play(tables.open(belongs=False), 0)
    more = f"/circles/{tables.circle.id}/more"
    assert shown(tables.host, more).count('name="table"') == 2
    for table in (running, over):
        sent = {"table": str(table.id)}
        assert tables.host.post(f"/circles/{tables.circle.id}/tables", data=sent).location == more
    assert [kept[0] for kept in tables.kept()] == [over.id]
    assert "Give the table of" not in shown(tables.host, more)


def test_two_names_that_are_one_person_count_as_one_from_then_on(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    tables.play(tables.open("Benni", "Ann"), 0)
    people = numbers(tables)
    assert sent(tables, "merge", gone=people["Benni"], into=people["Ben"]) == 303
    assert set(numbers(tables)) == {"Ann", "Ben"}
    assert [row[1] for row in tables.strengths()] == ["Ann", "Ben"] * 2
    tables.play(tables.open("Benni", "Cat"), 0)
    assert set(numbers(tables)) == {"Ann", "Ben", "Cat"}, "the old name leads to whom it is"
    assert tables.rebuilt() == []


def test_who_sat_at_one_table_is_not_one_person(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    people, before = numbers(tables), tables.strengths()
    assert sent(tables, "merge", gone=people["Ben"], into=people["Ann"]) == 409
    assert sent(tables, "merge", gone=people["Ben"], into=people["Ben"]) == 422
    assert (numbers(tables), tables.strengths()) == (people, before)


def test_a_player_of_another_circle_is_not_touched(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    tables.site.circle_tables.give(tables.open("Cat", "Dan", belongs=False).id, other.id)
    (cat, _dan), ann = tables.site.store.circle_players(other.id), numbers(tables)["Ann"]
    assert sent(tables, "merge", gone=cat, into=ann) == sent(tables, "merge", gone=ann, into=cat) == 400
    assert sent(tables, "rename", player=cat, name="Zoë") == 400


def test_a_player_is_called_otherwise_and_both_names_lead_to_that_one(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    people = numbers(tables)
    assert sent(tables, "rename", player=people["Ben"], name="Benjamin") == 303
    assert numbers(tables) == {"Ann": people["Ann"], "Benjamin": people["Ben"]}
    for name in ("Ben", "Benjamin"):
        tables.play(tables.open(name, "Ann"), 0)
    assert numbers(tables) == {"Ann": people["Ann"], "Benjamin": people["Ben"]}
    assert sent(tables, "rename", player=people["Ben"], name="ann") == 409
    assert sent(tables, "rename", player=people["Ben"], name=" ") == 422
    assert tables.rebuilt() == []


def test_nobody_is_chosen_beforehand_but_who_was_chosen_in_the_form_that_was_refused(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    path, ben = f"/circles/{tables.circle.id}/players", numbers(tables)["Ben"]
    assert " selected" not in shown(tables.host, path)
    refused = tables.host.post(f"{path}/rename", data={"player": str(ben), "name": "Ann"}).text
    chosen = [form for form in refused.split("<form")[1:] if f'<option value="{ben}" selected' in form]
    assert (len(chosen), refused.count(" selected")) == (1, 1)
    assert "/players/rename" in chosen[0]


def test_matches_of_two_players_and_a_page_behind_the_last(tables: Tables) -> None:
    for names in (("Ann", "Ben"), ("Ann", "Cat"), ("Ben", "Cat")):
        tables.play(tables.open(*names), 0)
    people, path = numbers(tables), f"/circles/{tables.circle.id}/matches"
    page = shown(tables.host, f"{path}?player={people['Ann']}&with={people['Cat']}")
    assert ("1 match<" in page, page.count(" selected")) == (True, 2)
    assert "3 matches<" in shown(tables.host, f"{path}?page={'9' * 30}&player=&with=x")
    assert shown(tables.host, f"{path}?page=987654321").count('class="match-head"') == 3


def test_two_who_sit_at_one_table_are_two_also_before_their_match_is_over(tables: Tables) -> None:
    tables.open("Ann", "Ben")
    players = {player.name: number for number, player in tables.site.store.circle_players(tables.circle.id).items()}
    sent = {"gone": str(players["Ann"]), "into": str(players["Ben"])}
    assert tables.host.post(f"/circles/{tables.circle.id}/players/merge", data=sent).status_code == 409
