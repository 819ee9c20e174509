"""Joining by a photo: a QR code of this house leads in, all others are told and never followed."""

import io
import threading
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest
import qrcode
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from tests.cases import each
from tests.web.support.photos import ORIENTATION
from tests.web.support.site import Site
from webapp.files import upload_reader
from webapp.files.upload_reader import READER, UploadReader
from webapp.http.durations import PHOTO_WAIT
from webapp.services import services_in
from webapp.store.models import Table


def photo_of(*texts: str, turned: int = 1) -> bytes:
    """Returns a photo on which QR codes of these texts lie beside each other, on a dark table."""
    picture = Image.new("RGB", (700 * max(1, len(texts)), 900), "#3a2a20")
    for place, text in enumerate(texts):
        code = qrcode.make(text, box_size=8).get_image().convert("RGB").resize((500, 500))
        picture.paste(code.rotate(7, expand=True, fillcolor="#3a2a20"), (700 * place + 40, 150))
    exif, out = picture.getexif(), io.BytesIO()
    exif[ORIENTATION] = turned
    picture.save(out, "JPEG", quality=70, exif=exif)
    return out.getvalue()


def scan(phone: FlaskClient, photo: bytes) -> tuple[int, str]:
    answer = phone.post("/scan", data={"file": (io.BytesIO(photo), "code.jpg")})
    return answer.status_code, answer.location if answer.status_code == 303 else unescape(answer.text)


@pytest.mark.parametrize("turned", [1, 6])
def test_the_qr_code_of_a_table_leads_to_it(site: Site, table: Table, turned: int) -> None:
    phone, link = site.phone(), site.link(table)
    assert scan(phone, photo_of(f"http://192.168.1.7:8066{link}", turned=turned)) == (303, "/join")
    assert "Ann" in phone.get("/join").text


@each(
    "text said",
    [
        (
            "https://cards.example.org/join/abcdefghijklmnopqrst-_",
            "another house, cards.example.org. It was not",
        ),
        ("https://localhost@evil.example/join/abcdefghijklmnopqrst-_", "another house, evil.example."),
        ("javascript:alert(1)", "no address: “javascript:alert(1)”"),
        ("Sixfold", "no address: “Sixfold”"),
        ("http://localhost/join/abcdefghijklmnopqrst-_", "No table has this link"),
        ("http://localhost/rules", "a page of this house, not to a table"),
        ("http://[", "no address"),
    ],
)
def test_what_opens_nothing_here_is_told_and_not_followed(site: Site, text: str, said: str) -> None:
    status, page = scan(site.phone(), photo_of(text))
    assert (status, said in page, f'href="{text}"' in page) == (422, True, False), page


def test_a_photo_without_one_code_is_told(site: Site, table: Table) -> None:
    phone = site.phone()
    assert "No QR code is seen" in scan(phone, photo_of())[1]
    assert "no picture that can be opened" in scan(phone, b"%PDF-1.7")[1]
    assert "There is no photo yet" in scan(phone, b"")[1]
    links = [f"http://localhost{site.link(table, role)}" for role in ("player", "watcher")]
    assert "Several QR codes" in scan(phone, photo_of(*links))[1]


def test_home_leads_to_it(site: Site) -> None:
    assert 'href="/scan"' in site.phone().get("/").text
    page = site.phone().get("/scan")
    assert (page.status_code, 'capture="environment"' in page.text) == (200, True)
    assert "camera=()" in page.headers["Permissions-Policy"]


def test_a_photo_waits_for_the_one_that_is_read_before_it(
    app: Flask, site: Site, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than a record does, whose sender is no person with a camera in the hand."""
    waits, phone, longest = threading.Event(), site.phone(), list[float | None]()
    phone.environ_base["REMOTE_ADDR"] = "192.0.2.7"

    class Watched(threading.Condition):
        def wait_for(self, predicate: Any, timeout: float | None = None) -> bool:
            waits.set()
            longest.append(timeout)
            return super().wait_for(predicate, timeout)

    monkeypatch.setattr(upload_reader, "UPLOAD_WAIT", 0)
    monkeypatch.setattr(upload_reader, "Condition", Watched)
    services_in(app).add(UploadReader())
    with ThreadPoolExecutor() as others:
        with services_in(app).part(UploadReader).turns.of("network 192.0.2.7"):
            waits.clear()
            second = others.submit(scan, phone, photo_of(site.link(table)))
            waits.wait()
        assert second.result() == (303, "/join")
    longest.clear()
    with services_in(app).part(UploadReader).turns.of(READER):
        status, page = scan(phone, photo_of(site.link(table)))
    assert (status, "Wait a few seconds, then send it again" in page) == (429, True)
    assert longest == [0, PHOTO_WAIT, 0]  # for photos of others no longer than any file
