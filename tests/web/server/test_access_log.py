"""The access log: what is masked in a path."""

import subprocess
import sys

from tests.cases import each
from tests.running import PATIENCE
from webapp.server.access_log import mask_path


@each(
    "path",
    [
        "/",
        "/settings",
        "/tables/new/sixes-and-sevens",
        "/tables/7/events",
        "/tables/9007199254740991/revokes/12",
        "/static/fonts/besley-latin-wght-normal.woff2",
        "/join",
        "/accept",
        "/api/v1/tables/7/stream",
        "/api/v1/openapi.json",
    ],
)
def test_our_own_paths_are_shown(path: str) -> None:
    assert mask_path(path) == path


@each(
    "path, shown",
    [
        ("/join/KQ7M3XP", "/join/*"),
        ("/join/kq7-m3xp", "/join/*"),
        ("/join/kqxmpab", "/join/*"),
        ("/join/abcdefghijklmnopqrst-_", "/join/*"),
        ("/join/1234567890123456", "/join/*"),
        ("/join/kqxmpabkqxmpabk", "/join/*"),
        ("/kqxmpabkqxmpabk", "/*"),
        ("/join/kqxmpab/more", "/join/*/more"),
        ("//join/kqxmpab", "//join/*"),
        ("/kqxmpab", "/*"),
        ("/KQ7-M3XP", "/*"),
        ("/tables/Ann and Ben", "/tables/*"),
        ('/x"\n{"forged": 1}', "/*"),
        ("/static/../join/KQ7 M3XP", "/static/*/join/*"),
        ("/" + "a" * 5000, "/*"),
        ("", "/"),
    ],
)
def test_anything_else_is_masked(path: str, shown: str) -> None:
    assert mask_path(path) == shown


def test_nobody_waits_for_a_reader_of_the_lines() -> None:
    code = "from webapp.server.access_log import ErrorOutput; [ErrorOutput().write('line\\n' * 9) for _ in range(9999)]"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) as program:
        assert program.wait(PATIENCE) == 0
        assert program.stderr is not None
        assert program.stderr.read().startswith(b"line\nline\n")
