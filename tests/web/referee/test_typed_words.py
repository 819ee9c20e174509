"""Words typed into a form that came too late stand in the answer: in their field, or to be copied where it is gone."""

import json
import re
from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient

from tests.paths import ROOT
from tests.web.support.amending import commit, laid
from tests.web.support.phone import Phone, at_table
from tests.web.support.ruling import DEAL, OPS, proven
from tests.web.support.site import Site
from webapp.referee.amending.draft import Draft
from webapp.site.faults import FIELDS_OF_WORDS
from webapp.store.models import Table

WORDS = "Ben saw it & said so"
NOT_KEPT = "These words were not kept:"


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


def _asked_undo(site: Site, phone: Phone) -> tuple[FlaskClient, str]:
    """Has Ben ask for an undo; returns the referee, and where the request is answered."""
    ben, eva = site.seat(phone.table, 1), site.referee(phone.table)
    amend = {"type": "amend", "changes": [{"target": 6, "with": []}]}
    return eva, ben.post(f"{phone.url}/changes", data={"event": json.dumps(amend), "op": next(OPS)}).location


def _answered(eva: FlaskClient, url: str, answer: str) -> tuple[int, str]:
    sent = {"op": next(OPS), "seen": "0", "answer": answer, "reason": WORDS}
    done = eva.post(f"{url}/answer", data=sent)
    return done.status_code, unescape(done.text)


def test_the_reason_for_a_request_that_no_longer_fits_stays_in_its_field(site: Site, phone: Phone) -> None:
    eva, url = _asked_undo(site, phone)
    phone.look()
    assert phone.enter({"type": "undo"}) == 303
    status, page = _answered(eva, url, "allow")
    assert status == 409
    assert f'name="reason" value="{WORDS}"' in page
    assert '<details class="fold-in" open>' in page
    assert NOT_KEPT not in page
    assert _answered(eva, url, "refuse")[0] == 303


def test_the_reason_for_a_request_that_was_answered_meanwhile_is_told(site: Site, phone: Phone) -> None:
    eva, url = _asked_undo(site, phone)
    assert _answered(eva, url, "allow")[0] == 303
    status, page = _answered(eva, url, "refuse")
    assert status == 409
    assert NOT_KEPT in page
    assert WORDS in page


def test_the_words_of_a_ruling_on_what_was_corrected_meanwhile_are_told(site: Site, phone: Phone) -> None:
    eva = site.referee(phone.table)
    for _entry in range(5):
        phone.look()
        assert phone.enter({"type": "undo"}) == 303
    sent = {"case": "revoke-2", "remedy": "upheld", "rule": "GEN-3", "text": WORDS, "op": next(OPS), "seen": "7"}
    answer = eva.post(f"{phone.url}/rulings", data=sent)
    assert answer.status_code == 404
    page = unescape(answer.text)
    assert "It may have been corrected meanwhile." in page
    assert NOT_KEPT in page
    assert page.count(WORDS) == 1  # in no other field of the page


@pytest.mark.parametrize("put", [({"type": "play", "seat": 0, "card": "7C"},), ()], ids=["another card", "deleted"])
def test_the_reason_of_a_correction_that_another_phone_has_made_is_told(
    site: Site, host: FlaskClient, put: tuple[dict[str, object], ...]
) -> None:
    phone = at_table(site, host, DEAL, *laid("9C", "3C", "5C"), book="open")
    draft = Draft({3: put})
    assert commit(phone, draft, "faster").status_code == 303
    answer = commit(phone, draft, WORDS, op=next(OPS), seen="4")
    page = unescape(answer.text)
    assert answer.status_code == 409
    assert WORDS in page
    assert 'class="err" role="alert"' in page


def test_a_page_of_another_site_puts_no_words_on_a_page_of_this_house(phone: Phone) -> None:
    sent = {"case": "revoke-2", "text": WORDS, "op": next(OPS)}
    answer = phone.client.post(f"{phone.url}/rulings", data=sent, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert WORDS not in unescape(answer.text)


def test_a_list_of_people_is_told_where_its_evening_is_not_there(host: FlaskClient) -> None:
    sent = {"op": next(OPS), "text": f"Ann\n{WORDS}", "file": (BytesIO(), "")}
    answer = host.post("/evenings/7/people", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 404
    page = unescape(answer.text)
    assert NOT_KEPT in page
    assert f"Ann\n{WORDS}" in page


@pytest.mark.parametrize("size", [1_000, 100_000])
def test_a_comment_with_a_photo_is_told_where_its_circle_is_not_there(host: FlaskClient, size: int) -> None:
    sent = {"op": next(OPS), "text": WORDS, "file": (BytesIO(bytes(size)), "photo.jpg")}
    answer = host.post("/circles/7/matches/1/posts", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 404
    page = unescape(answer.text)
    assert NOT_KEPT in page
    assert WORDS in page


def test_no_template_has_a_field_of_several_lines_whose_words_a_page_for_failures_leaves_out() -> None:
    texts = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    named = {name for text in texts for name in re.findall(r'<textarea\b[^>]*? name="(\w+)"', text)}
    assert named
    assert named <= set(FIELDS_OF_WORDS)
