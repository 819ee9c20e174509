"""Every limit of the web stands in one of three files, each of them is in use, and docs tell them as they are."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from rules_core.record import MAX_BYTES
from tests.cases import each
from tests.paths import ROOT
from webapp.http import durations, limits, rate_limits

WEB = ROOT / "webapp"
HOMES = (WEB / "http/limits.py", WEB / "http/rate_limits.py", WEB / "http/durations.py")
LIMIT = re.compile(
    r"(MOST|LEAST|LONGEST|LARGEST|SHORTEST|KEPT)_?|.*_(KEPT|WAIT|LASTS|PERIOD|PAUSE|TIMEOUT|SECONDS|MS)$"
)
DRAWING = {"MOST_COLUMNS", "MOST_NUMBERS", "LONGEST_MATCH", "MOST_STONES"}
"""How much fits into a picture."""
OF_A_GAME = {"MOST_POINTS"}


def _constants(file: Path) -> Iterator[tuple[str, ast.expr]]:
    for line in ast.parse(file.read_text(encoding="utf-8")).body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                yield name, value


def _is_a_games(file: Path) -> bool:
    return file.parent.parent == WEB / "games" and file.parent.name != "common"


def _is_number(value: ast.expr) -> bool:
    match value:
        case ast.Constant(value=int() | float()):
            return True
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Call(func=ast.Name(id="timedelta")):
            return True
    return False


def test_limits_stand_in_their_three_files_alone() -> None:
    """A game's folder may have limits of its own, and what reads photos numbers that its nets were made with."""
    elsewhere = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in WEB.rglob("*.py")
        if file not in HOMES and file.parent != WEB / "photo" and not _is_a_games(file)
        for name, value in _constants(file)
        if _is_number(value) and (LIMIT.match(name) or isinstance(value, ast.Call)) and name not in DRAWING | OF_A_GAME
    ]
    assert not elsewhere


def test_every_limit_is_in_use() -> None:
    others = [file for file in WEB.rglob("*.py") if file not in HOMES]
    texts = [file.read_text(encoding="utf-8") for file in [*others, *(ROOT / "templates").rglob("*.html")]]
    used = {word for text in texts for word in re.findall(r"\b[A-Z][A-Z_]+\b", text)}
    there = {name for home in HOMES for name, _value in _constants(home)}
    assert len(there) > 90
    assert there - used == set()


def _mb(size: float) -> str:
    return f"{size / 2**20:g} MB"


def _archive(room: limits.ArchiveRoom, kind: str = "") -> str:
    return f"{_mb(room.bytes)} unpacked, {room.lines:,} lines{kind}, {room.tables:,} tables, {room.entries:,} entries"


FILES = [
    f"file of {limits.LARGEST_UNKNOWN_UPLOAD // 1024} kB: a record of {limits.MOST_UNKNOWN_EVENTS:,} entries",
    f"corrections fold {limits.MOST_UNKNOWN_REFOLDED:,} again",
    f"an archive of {_archive(limits.ROOM_OF_UNKNOWN_ARCHIVES)}",
    f"a record of {_mb(MAX_BYTES)}, {limits.MOST_UPLOADED_EVENTS:,} entries",
    f"{limits.MOST_UPLOADED_REFOLDED:,} folded again; an archive of {_mb(limits.LARGEST_ARCHIVE)}",
    _archive(limits.ROOM_OF_ARCHIVES, f" ({limits.MOST_LINES_A_KIND:,} of a kind)"),
    f"send {_mb(limits.LARGEST_PHOTO)}, of which nothing is kept",
    f"checked for {durations.UPLOAD_LASTS:g} seconds of a processor, or a minute, with {_mb(limits.READER_MEMORY)}",
    f"of memory; what comes of it has at most {_mb(limits.LARGEST_FILE_ANSWER)}",
    f"system gives that process {_mb(limits.READER_MEMORY)}",
    f"make {rate_limits.ENTRIES_AT_ONCE} entries at once, then two a second",
    f"{rate_limits.PROGRAM_ENTRIES_AT_ONCE} at once, then ten a second",
    f"make {limits.ROOM_TO_PLAY.entries:,} entries ({limits.ROOM_TO_PLAY.bytes / 10**6:g} MB",
    f"corrections that fold {limits.ROOM_TO_PLAY.refolded:,} again); {limits.MOST_DESK_LINES:,} lines of the desk",
]


@each("said", FILES)
def test_the_page_on_security_tells_them_as_they_are(said: str) -> None:
    assert said in (ROOT / "docs/security.md").read_text("utf-8")


def test_nginx_lets_the_largest_file_through_that_is_taken() -> None:
    told = re.search(r"client_max_body_size (\d+)m;", (ROOT / "docs/deploy/nginx.conf").read_text("utf-8"))
    assert told
    assert int(told[1]) * 2**20 >= limits.LARGEST_PHOTO + limits.UPLOAD_ENVELOPE
