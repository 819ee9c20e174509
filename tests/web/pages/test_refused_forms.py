"""A form that was refused is corrected and sent again: the page that came back with it holds a key that is good.

Forms are found as a person finds them, at a table, an evening and a circle: each is sent wrong, and what comes back is
filled in anew, until it is taken. A key belongs to one question, but whoever corrects a word is never told that it was
used.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.all_roles import AllRoles
from tests.web.support.crawling import Page, WebForm
from tests.web.support.evening_routes import EveningPhones
from tests.web.support.site import Site

MOST_PAGES, CHANCES = 150, 10
USED = ("This page was used already", "Something else was sent from this page before")
NONSENSE = ("?,", "x" * 3000, "-9")
"""What is typed where nothing was typed before."""
GOOD = {"number": ("1", "3", "12"), "date": ("2026-11-20",), "time": ("19:30",)}
"""What is typed at last, by the kind of the field; in all others it is a name."""
CHANGES_WHO_ASKS = re.compile(r"/(leave|out|moves?|recovery|forget|remove|free|undo|end|close|settings)$")
"""What ends that this phone is here, or the evening: such forms are sent last of all."""


@dataclass(frozen=True)
class Sent:
    """A form of a page, by its address without numbers."""

    phone: FlaskClient
    page: str
    form: WebForm

    @property
    def kind(self) -> str:
        return _kind(self.form)


def _kind(form: WebForm) -> str:
    return f"{re.sub(r'[0-9]+', 'N', urlsplit(form.action).path)} {sorted({name for name, _type in form.typed})}"


def _at_a_table(site: Site) -> Iterator[tuple[FlaskClient, str]]:
    there = AllRoles(site).plays()
    for role in ("host", "referee", "player"):
        yield there.phones[role], f"/tables/{there.table.id}"


def _at_an_evening(site: Site) -> Iterator[tuple[FlaskClient, str]]:
    there = EveningPhones(site)
    for role in ("organiser", "referee"):
        yield there.phones[role], f"/evenings/{there.hall.id}"
    yield there.phones["organiser"], f"/evenings/{there.hall.id}/seating"


def _in_a_circle(site: Site) -> Iterator[tuple[FlaskClient, str]]:
    phone = site.phone()
    circle = site.store.open_circle("Tuesdays", device_id=site.device(phone))
    yield phone, f"/circles/{circle.id}"
    yield phone, f"/circles/{circle.id}/seasons"


def _at_the_door(site: Site) -> Iterator[tuple[FlaskClient, str]]:
    yield site.phone(), "/"


Begins = Callable[[Site], Iterator[tuple[FlaskClient, str]]]
PLACES: dict[str, tuple[Begins, tuple[str, ...]]] = {
    "table": (_at_a_table, ("/penalties", "/disputes")),
    "evening": (_at_an_evening, ("/announcements", "/penalties", "/people", "/settings")),
    "circle": (_in_a_circle, ("/seasons",)),
    "door": (_at_the_door, ("/tables", "/circles", "/evenings")),
}
"""Where the crawl begins, and ends of addresses where something must have been refused and then taken."""


@pytest.mark.parametrize("place", PLACES)
def test_a_refused_form_is_corrected_and_sent_again(site: Site, place: str) -> None:
    begin, expected = PLACES[place]
    forms: dict[str, Sent] = {}
    for phone, path in begin(site):
        for sent in _forms(phone, path):
            forms.setdefault(sent.kind, sent)
    mended: set[str] = set()
    for kind in sorted(forms, key=lambda kind: (bool(CHANGES_WHO_ASKS.search(kind.partition(" ")[0])), kind)):
        if any(_is_mended(forms[kind], random.Random(f"{kind} {number}")) for number in range(CHANCES)):
            mended.add(kind.partition(" ")[0])
    for end in expected:
        assert any(path.endswith(end) for path in mended), (end, sorted(mended), sorted(forms))


def _forms(phone: FlaskClient, path: str) -> Iterator[Sent]:
    """Yields all forms with words to be typed and a key, on the pages below this one and those that it leads to."""
    seen, waiting, start = {path}, [path], "/".join(path.split("/")[:3])
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        answer = phone.get(path, buffered=False, follow_redirects=True)
        if answer.status_code != 200 or answer.mimetype != "text/html":
            answer.close()
            continue
        page = Page(answer.text)
        for form in page.forms:
            if _may_be_wrong(form):
                yield Sent(phone, path, form)
        for link in page.links:
            parts = urlsplit(link)
            there = f"{parts.path}?{parts.query}" if parts.query else parts.path
            plain = re.sub(r"[0-9]+", "N", there)
            if parts.netloc or plain in seen or "stream" in there or not there.startswith(start):
                continue
            seen.add(plain)
            waiting.append(there)


def _may_be_wrong(form: WebForm) -> bool:
    return not form.is_get and bool(form.typed) and "op" in dict(form.fields)


def _is_mended(sent: Sent, chance: random.Random) -> bool:
    """Sends a form blank or with nonsense, and what came back at last with good words: whether it is taken then."""
    form, was_refused = _again(_page(sent), sent.form), False
    for words in (*chance.choice((("blank",), ("nonsense",), ("blank", "nonsense"))), "good", "good", "good"):
        if form is None:
            return False
        answer = _send(sent.phone, form, chance, words)
        assert not any(used in answer.text for used in USED), sent.kind
        if answer.status_code in (302, 303):
            return was_refused
        was_refused = True
        form = _again(answer.text, form)
    return False


def _page(sent: Sent) -> str:
    return sent.phone.get(sent.page).text


def _again(page: str, form: WebForm) -> WebForm | None:
    """Returns the form on the page that came back."""
    return next((one for one in Page(page).forms if _kind(one) == _kind(form) and _may_be_wrong(one)), None)


def _send(phone: FlaskClient, form: WebForm, chance: random.Random, words: str) -> TestResponse:
    form.buttons = [button for button in form.buttons if not button[2]]
    action, _is_get, fields = form.filled(chance)
    typed: dict[str, list[str]] = {}
    for number, (name, kind) in enumerate(form.typed):
        good = chance.choice(GOOD.get(kind, (f"Ann {number}",)))
        if kind == "number" and dict(form.fields)[name].isdecimal():
            good = dict(form.fields)[name]
        word = {"blank": "" if kind == "text" else good, "nonsense": chance.choice(NONSENSE)}.get(words, good)
        typed.setdefault(name, []).append(word)
    return phone.post(action, data=fields | typed)
