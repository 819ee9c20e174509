"""A match of a circle: the note that its phones write, and the picture of its result."""

from collections.abc import Callable
from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests.web.support.circle_phones import joined
from tests.web.support.circle_tables import Tables
from tests.web.support.site import Site
from webapp.history.picture.result import Facts, Pictures


@pytest.fixture
def tables(site: Site) -> Tables:
    return Tables(site)


def page(phone: FlaskClient, path: str) -> str:
    return unescape(phone.get(path).get_data(as_text=True))


def test_any_phone_of_the_circle_writes_changes_and_empties_a_note(tables: Tables) -> None:
    table, member = tables.play(tables.open(), 0), joined(tables)
    matches = f"/circles/{tables.circle.id}/matches"
    note = f"{matches}/{table.id}/note"
    assert member.post(note, data={"note": " Ann’s  birthday\r\n", "before": ""}).location == f"{matches}/{table.id}"
    assert "Ann’s birthday" in page(tables.host, matches)
    assert tables.rebuilt() == []
    tables.undo(table)
    assert (member.post(note, data={"note": "x"}).status_code, page(member, matches).count("birthday")) == (404, 0)
    tables.enter(table, type="tally", points=[0, 1])
    assert "Ann’s birthday" in page(member, matches), "the note is there again when the match is"
    assert tables.host.post(note, data={"note": "", "before": "Ann’s birthday"}).status_code == 303
    assert "birthday" not in page(member, matches)


@pytest.mark.parametrize("typed", ["x" * 301, "a\u202eb"])
def test_a_note_that_is_not_taken_stays_in_its_field(tables: Tables, typed: str) -> None:
    table = tables.play(tables.open(), 0)
    answer = tables.host.post(f"/circles/{tables.circle.id}/matches/{table.id}/note", data={"note": typed})
    text = answer.get_data(as_text=True)
    assert (answer.status_code, "At most 300 letters" in text, f">\n{typed}</textarea>" in text) == (422, True, True)


def test_a_note_that_was_changed_meanwhile_is_not_lost(tables: Tables) -> None:
    table, member = tables.play(tables.open(), 0), joined(tables)
    note = f"/circles/{tables.circle.id}/matches/{table.id}/note"
    assert tables.host.post(note, data={"note": "One", "before": ""}).status_code == 303
    answer = member.post(note, data={"note": "Two", "before": ""})
    text = answer.get_data(as_text=True)
    assert (answer.status_code, 'dir="auto">One</span>' in text, ">\nTwo</textarea>" in text) == (409, True, True)
    assert 'name="before" value="One"' in text
    assert member.post(note, data={"note": "Two", "before": "One"}).status_code == 303
    assert tables.site.store.circle_notes(tables.circle.id) == {table.id: "Two"}


def test_a_match_of_another_circle_has_no_page(tables: Tables) -> None:
    table = tables.play(tables.open(), 0)
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    for path in ("", "/result.png"):
        assert tables.host.get(f"/circles/{other.id}/matches/{table.id}{path}").status_code == 404
    assert tables.host.post(f"/circles/{other.id}/matches/{table.id}/note", data={"note": "x"}).status_code == 404
    with pytest.raises(LookupError):
        tables.site.store.write_note(other.id, table.id, "x", before="")
    assert tables.site.store.circle_notes(other.id) == {}


def test_phones_that_may_not_see_the_table_send_a_picture_of_what_is_kept(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, member = tables.play(tables.open(), 0), joined(tables)
    own, kept = f"/tables/{table.id}/result.png", f"/circles/{tables.circle.id}/matches/{table.id}/result.png"
    matches = f"/circles/{tables.circle.id}/matches"
    assert f'href="{own}" download' in page(tables.host, matches)
    assert f'href="{kept}" download' in page(member, matches)
    assert member.get(own).status_code == 404
    told, drawn = list[Facts](), Pictures.drawn

    def noted(pictures: Pictures, shows: object, facts: Callable[[], Facts]) -> bytes:
        return drawn(pictures, shows, lambda: told.append(facts()) or told[-1])

    monkeypatch.setattr(Pictures, "drawn", noted)
    for _ in range(2):
        assert Image.open(BytesIO(member.get(kept).data)).size == (1080, 968), "no room is left for a chart"
    (fact,) = told
    assert (fact.before + fact.winners + fact.after, fact.fan, fact.chart) == ("Ann wins with 1", [], None)
    assert [(place.name, place.total) for place in fact.places] == [("Ann", "1"), ("Ben", "0")]
    tables.correct(table, 1)
    member.get(kept)
    assert told[-1].winners == "Ben", "a correction draws it anew"
