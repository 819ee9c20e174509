"""What every answer tells the browser: what our pages may do, and that nobody keeps them."""

import re
from typing import Any

from werkzeug.test import TestResponse

from tests.cases import each
from tests.web.support.all_roles import AllRoles
from tests.web.support.routes import ROWS, Row, asked
from webapp.http.security import API, HEADERS, OVER_HTTPS, PART_HEADERS, PARTS, SAFE_METHODS
from webapp.site.lessons import KEPT as LESSON_KEPT

KEPT = {"no-store", "private, no-cache", "no-store, no-transform"}
"""What the browser may do with an answer: only lessons are shown again without being asked for."""
BACK = "private, no-cache"
NOT_FOR_BACK = re.compile(r"/(tables|evenings|circles)/\d|/accept$|/no/such")
"""Forms of a table, an evening, a circle and a link: what is shown around them is not for who comes later."""


@each("row", ROWS)
def test_every_answer_carries_the_headers(all_roles: AllRoles, row: Row) -> None:
    has_them(asked(all_roles, row, "host" if row.method in SAFE_METHODS else "stranger"))


@each(
    "status, how",
    [
        (404, {"path": "/no/such/page"}),
        (404, {"path": "/static/no-such-file.js"}),
        (404, {"path": "/api/v1/no/such"}),
        (405, {"path": "/", "method": "PUT"}),
        (405, {"path": "/api/v1/tables", "method": "PUT"}),
        (403, {"path": "/settings", "method": "POST", "headers": {"Sec-Fetch-Site": "cross-site"}}),
        (413, {"path": "/settings", "method": "POST", "data": {"text": "x" * 70_000}}),
        (415, {"path": "/settings", "method": "POST", "json": {}}),
        (415, {"path": "/api/v1/tables", "method": "POST", "data": {"game": "sixes-and-sevens"}}),
        (400, {"path": "/settings", "headers": {"Host": "evil.example"}}),
    ],
)
def test_every_failure_carries_the_headers(all_roles: AllRoles, status: int, how: dict[str, Any]) -> None:
    answer = all_roles.site.phone().open(**how)
    assert answer.status_code == status
    has_them(answer)


def test_over_https_the_browser_stays_there(all_roles: AllRoles) -> None:
    row = ROWS[0]
    assert set(OVER_HTTPS.items()) <= set(asked(all_roles, row, "host", base_url="https://localhost").headers.items())
    assert not OVER_HTTPS.keys() & asked(all_roles, row, "host").headers.keys()


def has_them(answer: TestResponse) -> None:
    """Asserts that the browser is told what it may do with an answer, and that nobody keeps it."""
    is_part = answer.request.path.startswith("/static/") and answer.mimetype in PARTS
    assert set((PART_HEADERS if is_part else HEADERS).items()) <= set(answer.headers.items())
    assert "Server" not in answer.headers
    if answer.request.path.startswith("/static/") and answer.status_code == 200:
        assert "Cookie" not in answer.headers.get("Vary", "")
    else:
        is_lesson = answer.request.path.startswith("/learn/") and answer.status_code == 200
        assert answer.headers["Cache-Control"] in ({LESSON_KEPT} if is_lesson else KEPT)
        assert "Accept-Language" in answer.headers["Vary"]
        is_of_form = answer.status_code >= 400 and answer.request.method == "POST"
        path = answer.request.path
        is_of_form = is_of_form and not path.startswith(API) and not NOT_FOR_BACK.match(path)
        assert is_of_form is ("Cookie" not in answer.headers["Vary"] and "Authorization" not in answer.headers["Vary"])
        if is_of_form:
            assert answer.headers["Cache-Control"] == BACK, "the browser shows it again when somebody goes back"
