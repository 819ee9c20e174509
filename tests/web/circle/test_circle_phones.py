"""Who a phone of a circle is: offered by its seat, held by one phone, let go, asked anew by the recovery code."""

import re

import pytest

from tests.web.support.circle_phones import is_now, member, numbers, sent, shown
from tests.web.support.circle_tables import Tables
from tests.web.support.site import Site
from webapp.store.roles import RECOVERY, Scope


@pytest.fixture
def tables(site: Site) -> Tables:
    tables = Tables(site)
    tables.play(tables.open("Ann", "Ben"), 0)
    return tables


def test_a_phone_is_offered_the_player_by_whose_name_it_sits_and_says_who_it_is(tables: Tables) -> None:
    path, people = f"/circles/{tables.circle.id}", numbers(tables)
    page = shown(tables.host, f"{path}/phone")
    assert re.findall(r"I am (\w+)", page) == ["Ann"], "the host sits there as Ann"
    assert "Who is this phone?" in shown(tables.host, path)
    assert is_now(tables, tables.host, people["Ann"]) == 303
    assert "This phone is Ann" in shown(tables.host, path)
    assert is_now(tables, tables.host, people["Ben"]) == 303, "it was the wrong one"
    assert tables.site.store.held_players(tables.circle.id) == {people["Ben"]: tables.site.device(tables.host)}


@pytest.mark.both_databases
def test_another_phone_asks_in_vain_until_the_first_lets_go_or_leaves(tables: Tables) -> None:
    people, first, second, third = numbers(tables), *(member(tables) for _ in range(3))
    assert is_now(tables, first, people["Ben"]) == 303
    answer = second.post(f"/circles/{tables.circle.id}/phone", data={"player": str(people["Ben"])})
    assert (answer.status_code, "Another phone is Ben." in answer.get_data(as_text=True)) == (409, True)
    assert f'value="{people["Ben"]}" selected' in answer.get_data(as_text=True), "what was chosen is kept"
    assert is_now(tables, first, "") == 303
    assert is_now(tables, second, people["Ben"]) == 303
    assert second.post(f"/circles/{tables.circle.id}/leave").status_code == 303
    assert is_now(tables, third, people["Ben"]) == 303


def test_the_recovery_code_asks_all_phones_anew(tables: Tables) -> None:
    people, first, second = numbers(tables), member(tables), member(tables)
    is_now(tables, first, people["Ben"])
    member(tables)
    assert is_now(tables, second, people["Ben"]) == 409, "the usual code moves nobody"
    kept = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)[RECOVERY]
    page = tables.site.opens(second, f"/join/{kept.token}").get_data(as_text=True)
    assert "asked anew who they are" in page, "also a phone that belongs to the circle may use it"
    second.post("/accept", data={"way": kept.token})
    assert is_now(tables, second, people["Ben"]) == 303
    assert "Who is this phone?" in shown(first, f"/circles/{tables.circle.id}")


@pytest.mark.parametrize("wrong", ["987654321", "x", "-1"])
def test_nobody_is_a_player_of_another_circle_or_none(tables: Tables, wrong: str) -> None:
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    tables.site.circle_tables.give(tables.open("Cat", "Dan", belongs=False).id, other.id)
    (cat, _dan) = tables.site.store.circle_players(other.id)
    assert (is_now(tables, tables.host, wrong), is_now(tables, tables.host, cat)) == (400, 400)
    assert tables.site.store.held_players(tables.circle.id) == {}


@pytest.mark.both_databases
def test_who_becomes_one_keeps_the_phone_of_either_and_two_phones_are_two(tables: Tables) -> None:
    tables.play(tables.open("Benni", "Cat"), 0)
    people, first, second = numbers(tables), member(tables), member(tables)
    is_now(tables, first, people["Benni"])
    is_now(tables, second, people["Ben"])
    assert sent(tables, "merge", gone=people["Benni"], into=people["Ben"]) == 409
    is_now(tables, second, "")
    assert is_now(tables, first, people["Benni"]) == 303
    assert sent(tables, "merge", gone=people["Benni"], into=people["Ben"]) == 303
    assert tables.site.store.held_players(tables.circle.id) == {people["Ben"]: tables.site.device(first)}
    assert is_now(tables, second, people["Benni"]) == 400, "a name that leads to another is nobody"


@pytest.mark.both_databases
def test_whoever_opened_a_circle_says_who_it_is_before_anything_is_played(site: Site) -> None:
    tables = Tables(site)
    path = f"/circles/{tables.circle.id}"
    assert re.search(rf'href="{path}/share">Let other phones in<', shown(tables.host, path))
    assert "Who is this phone?" in shown(tables.host, path)
    assert "Who are you?" in shown(tables.host, f"{path}/phone")
    assert tables.host.post(f"{path}/phone", data={"new": " Mara "}).location == path
    assert "This phone is Mara" in shown(tables.host, path)
    other = member(tables)
    answer = other.post(f"{path}/phone", data={"player": str(numbers(tables)["Mara"]), "new": "mara"})
    assert (answer.status_code, 'value="mara"' in answer.text) == (409, True)
    assert "mara belongs to the circle already." in answer.text
    assert other.post(f"{path}/phone", data={"new": "<" * 99}).status_code == 422
    assert tables.site.store.held_players(tables.circle.id) == {numbers(tables)["Mara"]: site.device(tables.host)}


def test_who_has_no_phone_yet_is_offered_first(tables: Tables) -> None:
    phone = member(tables)
    is_now(tables, tables.host, numbers(tables)["Ann"])
    assert re.findall(r"<option[^>]*>(\w+)", shown(phone, f"/circles/{tables.circle.id}/phone")) == ["Ben", "Ann"]
