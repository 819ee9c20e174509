"""A match of a circle: the note that its phones write, and the picture of its result."""

from collections.abc import Callable
from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from PIL import Image

from tests.web.support.circle_phones import joined
from tests.web.support.circle_tables import Tables, number
from webapp.circle.match_page import picture_facts
from webapp.history.picture_layout import Facts, texts
from webapp.history.result_picture import Pictures
from webapp.store.circle_models import CirclePlayer
from webapp.store.models import utc_now


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
    assert (answer.status_code, "At most 300 characters" in text, f">\n{typed}</textarea>" in text) == (422, True, True)


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


def test_the_circle_pictures_a_match_as_its_table_does_with_its_own_names(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, member = tables.play(tables.open(title="Garden"), 0), joined(tables)
    picture = f"/circles/{tables.circle.id}/matches/{table.id}/result.png"
    assert f'href="{picture}" download' in page(member, f"/circles/{tables.circle.id}/matches")
    assert member.get(f"/tables/{table.id}/result.png").status_code == 404
    tables.site.store.rename_player(tables.circle.id, number(tables, "Ann"), "Anna")
    told, drawn = list[Facts](), Pictures.drawn

    def noted(pictures: Pictures, shows: object, facts: Callable[[], Facts]) -> bytes:
        return drawn(pictures, shows, lambda: told.append(facts()) or told[-1])

    monkeypatch.setattr(Pictures, "drawn", noted)
    for _ in range(2):
        assert Image.open(BytesIO(member.get(picture).data)).size == (1080, 1350)
    (fact,) = told
    assert (fact.before + fact.winners + fact.after, fact.when[:6]) == ("Anna wins with 1", "Garden")
    assert fact.chart is not None
    assert [(place.name, place.total) for place in fact.places] == [("Anna", "1"), ("Ben", "0")]
    tables.correct(table, 1)
    member.get(picture)
    assert told[-1].winners == "Ben", "a correction draws it anew"


def test_no_picture_has_the_name_of_who_was_forgotten(tables: Tables) -> None:
    table = tables.play(tables.open(title="With Ann"), 0)
    with tables.site.app.test_request_context():
        row = tables.site.store.circle_match(tables.circle.id, table.id)
        assert row is not None
        gone = CirclePlayer(id=1, circle_id=1, name="#1", key="#1", forgotten_at=utc_now())
        facts = picture_facts(row, [gone, CirclePlayer(id=2, circle_id=1, name="Ben", key="ben")])
        assert facts is not None
        assert not [line.text for line in texts(facts) if "Ann" in line.text]
