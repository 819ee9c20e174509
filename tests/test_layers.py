"""The structure of the code: no circles, games apart from each other, few files at the top."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import grimp

from tests.paths import ROOT

WEB = ROOT / "webapp"
CODE = ("rules_core", "webapp")
MAP = ROOT / "CONTRIBUTING.md"
SHARED = {"__init__", "completeness", "look", "registry", "common"}
"""What of `webapp.games` is no game."""
MOST_FILES = 8
LONGEST_LINE = 200
"""Characters of a line of a template."""


@cache
def _imports() -> Mapping[str, frozenset[str]]:
    """Who imports whom, within functions and for types as well."""
    graph = grimp.build_graph("webapp", "rules_core", cache_dir=None)
    return {one: frozenset(graph.find_modules_directly_imported_by(one)) for one in graph.modules}


def in_circles(imports: Mapping[str, Iterable[str]]) -> list[str]:
    """Returns the modules in circles, and those between two: what is left without those that begin or end a chain."""
    left = {one: set(imported) for one, imported in imports.items()}
    while clear := {one for one, imported in left.items() if not imported & left.keys()}:
        for one in clear:
            del left[one]
    while loose := left.keys() - {imported for found in left.values() for imported in found}:
        for one in loose:
            del left[one]
    return sorted(left)


def test_a_circle_is_found() -> None:
    assert in_circles({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []}) == ["b", "c"]


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert in_circles(_imports()) == []


def _games(side: str) -> set[str]:
    folders = [folder.name for folder in (ROOT / side / "games").iterdir() if (folder / "__init__.py").is_file()]
    return set(folders) - SHARED


def _game_of(module: str, games: Iterable[str]) -> str | None:
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "games" and parts[2] in games else None


def test_a_game_imports_no_other_and_is_imported_by_no_module_outside_its_folders() -> None:
    games = _games("rules_core")
    assert games == _games("webapp")
    assert len(games) > 4
    named = [
        f"{one} imports {imported}"
        for one, found in _imports().items()
        for imported in found
        if (game := _game_of(imported, games)) is not None and _game_of(one, games) != game
    ]
    assert named == []


def test_few_files_stand_at_the_top() -> None:
    assert len(list(WEB.glob("*.py"))) <= MOST_FILES


def test_the_map_of_the_code_names_every_folder() -> None:
    drawn = re.search(r"```\n(rules_core/.*?)```", MAP.read_text(encoding="utf-8"), re.DOTALL)
    assert drawn
    assert _drawn(drawn[1]) == _on_disk()


def _drawn(text: str) -> set[str]:
    """The folders of the map, each within the last one above it that stands further left."""
    found, above = set[str](), list[tuple[int, str]]()
    for indent, name in re.findall(r"^( *)(\w+)/ ", text, re.MULTILINE):
        above = [(depth, folder) for depth, folder in above if depth < len(indent)]
        above.append((len(indent), name))
        found.add("/".join(folder for _depth, folder in above))
    return found


def _on_disk() -> set[str]:
    """The packages of the code without those of single games, the folders at the top, and those of the tests."""
    found = {package.parent for side in CODE for package in (ROOT / side).rglob("__init__.py")}
    found |= {ROOT / name for name in ("templates", "docs", "benchmarks", "stubs", "tests", "tools")}
    found |= {folder for folder in (ROOT / "tests").iterdir() if any(folder.rglob("*.py"))}
    games = {ROOT / side / "games" / game for side in CODE for game in _games(side)}
    return {one.relative_to(ROOT).as_posix() for one in found if not games & {one, *one.parents}}


def test_no_line_of_a_template_is_longer_than_can_be_read() -> None:
    lines = [
        (path.relative_to(ROOT).as_posix(), number, len(line))
        for path in (ROOT / "templates").rglob("*.html")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]
    assert lines, "a folder was renamed"
    assert [one for one in lines if one[2] > LONGEST_LINE] == []


FILE = re.compile(r"(?<![\w/.<-])((?:[\w-]+/)*[\w-]+\.(?:py|md|html|css|js))\b(?![/<]|\.\w)(?:: (\w*[A-Z_]\w*))?")
"""A file in prose, and what stands in it where that is named: `webapp/telling/item.py: Appeal`."""
FOLDER = re.compile(r"(?<![\w/.<-])(?:webapp|rules_core|templates|tests|tools|docs|start)(?:/\w[\w-]*)+\b(?![\w<.-])")
PROSE = {
    ".md": r".+",
    ".py": r'"""(?:(?!""").)*"""|#[^\n]*',
    ".html": r"\{#.*?#\}",
    ".js": r"/\*.*?\*/|(?<!:)//[^\n]*",
    ".css": r"/\*.*?\*/",
}
"""What a file of each kind says to people."""
NOT_OURS = {"node_modules", "build", "instance"}


@cache
def _files() -> Mapping[str, str]:
    """The files whose prose is looked at, with their text."""
    inside = (one for one in ROOT.iterdir() if not one.name.startswith("."))
    files = (path for one in inside for path in ([one] if one.is_file() else one.rglob("*")) if path.suffix in PROSE)
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in files
        if NOT_OURS.isdisjoint(path.relative_to(ROOT).parts)
    }


def not_there(kind: str, text: str) -> list[str]:
    """Returns the files, folders and parts of files that the prose of a file of this kind names and nobody finds."""
    said = "\n".join(one[0] for one in re.finditer(PROSE[kind], text, re.DOTALL))
    files = [one[0] for one in FILE.finditer(said) if not _stands(one[1], one[2])]
    return files + [folder for folder in FOLDER.findall(said) if not (ROOT / folder).exists()]


def _stands(path: str, part: str | None) -> bool:
    texts = [text for file, text in _files().items() if f"/{file}".endswith(f"/{path}")]
    return any(part is None or re.search(rf"\b{part}\b", text) for text in texts)


def test_a_name_of_no_file_is_found() -> None:
    here, nowhere = "webapp/games/common/rulebook.py: in_full", "webapp/rulebook"
    assert not_there(".css", f"/* {here}, {nowhere}: in_full */ a/b.js") == [nowhere]
    assert not_there(".md", "See `item.py: Appeal`, live/tables.py, told.py: Appeal, docs/deploy.") == [
        "told.py: Appeal"
    ]


def test_every_file_that_is_named_in_prose_is_there() -> None:
    assert len(_files()) > 1000
    found = {file: not_there(Path(file).suffix, text) for file, text in _files().items() if file != "CHANGELOG.md"}
    assert {file: names for file, names in found.items() if names} == {}
