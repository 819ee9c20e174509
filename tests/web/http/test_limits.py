"""Every limit of the web stands in one of two files, and each of them is in use."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.paths import ROOT

WEB = ROOT / "webapp"
HOMES = (WEB / "http/limits.py", WEB / "http/rate_limits.py")
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


def test_limits_stand_in_their_two_files_alone() -> None:
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
    limits = {name for home in HOMES for name, _value in _constants(home)}
    assert len(limits) > 90
    assert limits - used == set()
