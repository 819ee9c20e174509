"""Comments and photos of a match: bounded, taken out by who may, without place and time, forgotten too."""

import io
from base64 import b64encode

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from tests.web.support.api_client import ApiClient, problem
from tests.web.support.circle_phones import is_now, joined, shown
from tests.web.support.circle_tables import Tables, number
from tests.web.support.photos import a_photo, a_png_that_says
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.files import upload_reader
from webapp.http.limits import LARGEST_ARCHIVE, MOST_MATCH_PHOTOS, MOST_PHOTO_PIXELS, PHOTO_SIDE_KEPT, UPLOAD_ENVELOPE
from webapp.services import services_in
from webapp.store.models import Table


class Match(Tables):
    """A match of a circle, to which phones put something."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.table: Table = self.play(self.open("Ann", "Ben"), 0)
        self.other = joined(self)

    def at(self, path: str = "") -> str:
        return f"/circles/{self.circle.id}/matches/{self.table.id}{path}"

    def put(self, phone: FlaskClient, text: str = "", photo: bytes | None = None) -> tuple[int, str]:
        op = shown(phone, self.at()).partition('name="op" value="')[2].partition('"')[0]
        file = {} if photo is None else {"file": FileStorage(io.BytesIO(photo), "evening.jpg")}
        boundary, body = encode_multipart({"text": text, "op": op, **file})
        sent = f"multipart/form-data; boundary={boundary}"
        answer = phone.post(self.at("/posts"), data=body, content_type=sent)
        return answer.status_code, answer.text

    @property
    def posts(self) -> list[tuple[str, bool]]:
        return [(it.text, it.has_photo) for it in self.site.store.posts_of_match(self.circle.id, self.table.id)]

    def photo(self, place: int = 0) -> str:
        post = self.site.store.posts_of_match(self.circle.id, self.table.id)[place]
        return self.at(f"/posts/{post.id}")


@pytest.fixture
def match(site: Site) -> Match:
    return Match(site)


def test_a_photo_is_small_upright_and_keeps_no_place_and_no_time(match: Match) -> None:
    assert match.put(match.other, "What an evening", a_photo())[0] == 303
    answer = match.host.get(match.photo() + "/photo.jpg")
    kept = Image.open(io.BytesIO(answer.data))
    assert (kept.format, kept.size) == ("JPEG", (PHOTO_SIDE_KEPT // 2, PHOTO_SIDE_KEPT))
    assert not kept.getexif()
    assert b"Secret" not in answer.data
    assert match.site.phone().get(match.photo() + "/photo.jpg").status_code == 404


def test_each_takes_out_what_is_its_own_and_everybody_a_photo(match: Match) -> None:
    assert match.put(match.other, "My photo", a_photo())[0] == 303
    assert match.put(match.other, "A word")[0] == 303
    assert match.host.post(match.photo() + "/remove").status_code == 303
    assert match.posts == [("My photo", False), ("A word", False)]
    assert match.host.post(match.photo(1) + "/remove").status_code == 409
    program = ApiClient(match.site.app, token=match.other.get_cookie(COOKIE).value)
    post = match.site.store.posts_of_match(match.circle.id, match.table.id)[1]
    assert program.post(f"/circles/{match.circle.id}/posts/{post.id}/remove", {}).status_code == 200
    assert match.posts == [("My photo", False)]
    sent = {"text": " By  program ", "photo": b64encode(a_photo()).decode()}
    assert program.post(f"/circles/{match.circle.id}/matches/{match.table.id}/posts", sent).status_code == 200
    assert match.posts[1:] == [("By program", True)]
    sent = {"text": "", "photo": b64encode(b"no picture").decode()}
    assert program.post(f"/circles/{match.circle.id}/matches/{match.table.id}/posts", sent).status_code == 422


def test_a_key_of_a_program_puts_one_comment_and_no_other(match: Match) -> None:
    key, path = {"Idempotency-Key": "a-comment"}, f"/circles/{match.circle.id}/matches/{match.table.id}/posts"
    first, second = (ApiClient(match.site.app, token=it.get_cookie(COOKIE).value) for it in (match.host, match.other))
    sent = {"text": "All of us", "photo": b64encode(a_photo(64, 64)).decode()}
    for program, times in ((first, 1), (first, 1), (second, 2)):
        assert program.post(path, sent, **key).status_code == 200
        assert match.posts == [("All of us", True)] * times
    for other in ({"photo": b64encode(a_photo(64, 65)).decode()}, {"text": "None of us"}):
        assert problem(first.post(path, {**sent, **other}, **key)) == (422, "key-used")


@pytest.mark.parametrize(
    ("text", "photo", "said"),
    [
        ("", None, "Write something"),
        ("x" * 301, None, "At most 300"),
        ("Look", b"no picture", "no picture that can be opened"),
        ("Look", a_png_that_says(MOST_PHOTO_PIXELS // 100 + 1, 100), "larger than a photo of a phone"),
    ],
)
def test_what_is_not_taken_is_told_and_what_was_typed_stays(
    match: Match, text: str, photo: bytes | None, said: str
) -> None:
    status, page = match.put(match.host, text, photo)
    assert (status, said in page, f"{text}</textarea>" in page, match.posts) == (422, True, True, [])


@pytest.mark.parametrize("more", [1, UPLOAD_ENVELOPE])
def test_a_photo_that_is_too_large_takes_nothing_with_it_that_was_typed(match: Match, more: int) -> None:
    status, page = match.put(match.host, "Äpfel\nund Birnen", bytes(LARGEST_ARCHIVE + more))
    assert (status, "The file is larger than" in page, match.posts) == (413, True, [])
    assert "Äpfel\nund Birnen</textarea>" in page.replace("\r", "")


def test_what_was_typed_stays_while_another_file_is_read(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload_reader, "PHOTO_WAIT", 0)
    with (
        services_in(match.site.app).part(upload_reader.UploadReader).turns.of(f"device {match.site.device(match.host)}")
    ):
        status, page = match.put(match.host, "Look", a_photo(64, 64))
    assert (status, "Look</textarea>" in page, match.posts) == (429, True, [])


def test_a_match_takes_so_many_photos(match: Match) -> None:
    for _one in range(MOST_MATCH_PHOTOS):
        assert match.put(match.host, "", a_photo(64, 64))[0] == 303
    status, page = match.put(match.host, "One more", a_photo(64, 64))
    assert (status, "Take one out first" in page, len(match.posts)) == (409, True, MOST_MATCH_PHOTOS)


def test_forgetting_and_taking_a_table_back_reach_both(match: Match) -> None:
    assert is_now(match, match.host, number(match, "Ann")) == 303
    assert match.put(match.host, "", a_photo(64, 64))[0] == 303
    assert match.put(match.other, "Ann was great")[0] == 303
    form = {"player": number(match, "Ann")}
    assert match.host.post(f"/circles/{match.circle.id}/players/forget", data=form).status_code in (200, 303)
    ((text, has_photo),) = match.posts
    assert ("Ann" in text, has_photo) == (False, False)
    match.site.circle_tables.take_back(match.table.id, match.circle.id)
    assert match.posts == []
