"""A game is named in its own folders and nowhere else: what is for all games asks those that are found."""

import re
from pathlib import Path

from rules_core.games import GAMES
from tests.paths import ROOT

LOOKED_AT = ("webapp", "rules_core", "templates", "benchmarks", "Makefile", "hatch_build.py", "pyproject.toml", "start")
BUILT = re.compile(r"__pycache__|^webapp/static/|\.(po|mo|npz|woff2|svg|png|webm|mp4)$")
"""What is made from the sources, the catalogue of translations, pictures."""
FOLDERS = {name.replace("-", "_") for name in GAMES}
RULES = re.compile(rf"\b({'|'.join(game.prefix for game in GAMES.values())})-V?\d+")


def named() -> dict[str, list[str]]:
    """Returns the games, and numbers of their rules, that each file for all games names."""
    words = re.compile("|".join(name.replace("-", r"[\W_]?") for name in GAMES), re.IGNORECASE)
    found = {}
    for file in _files():
        text = file.read_text("utf-8")
        found[file.relative_to(ROOT).as_posix()] = [m[0] for pattern in (words, RULES) for m in pattern.finditer(text)]
    return found


def _files() -> list[Path]:
    paths = [
        path for name in LOOKED_AT for path in ((ROOT / name).rglob("*") if (ROOT / name).is_dir() else [ROOT / name])
    ]
    return [
        path
        for path in paths
        if path.is_file()
        and not BUILT.search(path.relative_to(ROOT).as_posix())
        and FOLDERS.isdisjoint(part.partition(".")[0] for part in path.parts)
    ]


def test_no_game_is_named_outside_its_folders() -> None:
    found = named()
    assert len(found) > 400
    assert {file: names for file, names in found.items() if names} == {}
