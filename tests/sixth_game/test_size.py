"""How much a plain trick game is: its three folders, and no line elsewhere."""

from pathlib import Path

from tests.paths import ROOT
from tests.sixth_game.support import HERE

MOST_PYTHON, MOST_TEMPLATE = 350, 40
HOUSE = ("rules_core", "webapp", "templates", "benchmarks", "hatch_build.py")
TEXTS = {".py", ".html", ".css", ".js", ".po", ".svg"}


def lines(*files: Path) -> int:
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def test_a_plain_trick_game_is_small() -> None:
    rules, web = HERE / "rules_core/games/knaves", HERE / "webapp/games/knaves"
    assert lines(rules / "__init__.py") > 0 < lines(web / "__init__.py")
    assert lines(*rules.rglob("*.py"), *web.rglob("*.py")) <= MOST_PYTHON
    assert lines(*(HERE / "templates").rglob("*.html")) <= MOST_TEMPLATE


def test_the_house_says_nothing_of_it() -> None:
    files = [file for name in HOUSE for file in (ROOT / name).rglob("*") if file.suffix in TEXTS]
    assert len(files) > 300
    assert [file for file in files if "KNV-" in file.read_text("utf-8")] == []
