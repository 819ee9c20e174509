"""What happens while a part of a game is missing: it is left out with one line, or a default stands in its place.

Whatever is missing, every address is asked: the other games are answered as ever, and no page breaks.

    Missing                                      What happens
    the package of its rules                     left out: it has no rules
    GAME                                         left out: AttributeError … 'GAME'
    a method that a trick game must have         left out: TypeError … abstract method
    the name of its folder in GAME               left out: its folder has another name
    a module that it imports, a bracket          left out: ModuleNotFoundError, SyntaxError
    the package of its look                      left out: ModuleNotFoundError
    LOOK                                         left out: AttributeError … 'LOOK'
    its name, what it is about, its rule book    left out: TypeError … missing
    a rule that something cites                  left out: the number, and what cites it
    words of an option                           left out: the option has no words
    pictures.html that is broken                 left out from the start: the template and its line
    another template that is broken              left out once somebody needs it: the template and its line
    the right name of a block in parts.html      left out once somebody needs it: the name
    names of fields, lines of scores             read by their names in the record
    translations                                 English
    templates, style, sign, guide, turn lines    those of a plain trick game
"""

import logging
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from tests.sixth_game.conftest import opened
from tests.sixth_game.support import GAME, HERE, installed
from tests.web.support.all_roles import ROLES, AllRoles
from tests.web.support.amending import DEAL, laid, read
from tests.web.support.phone import at_table
from tests.web.support.routes import ROWS, asked
from tests.web.support.site import Site
from webapp.games.registry import found
from webapp.http.security import SAFE_METHODS
from webapp.live import template_check

RULES, LOOK = "rules_core/games/knaves/__init__.py", "webapp/games/knaves/__init__.py"
BOOK = "webapp/games/knaves/rulebook.py"
NOT_NOW = frozenset({503})
"""Tables of a game that is left out say that it is not offered now: what a phone has kept for them waits."""
HOST = ROLES.index("host")
HAND = [DEAL, {"type": "tally", "tricks": [9, 4, 4], "knaves": [1, 2, 1]}]
TRICK = [DEAL, *laid("7C", "2D", "9C"), *laid("AC", "3D", "3C", first=0)]

Change = Callable[[Path], None]


def without(file: str, *texts: str) -> Change:
    """Takes the lines that hold one of these texts out of a file."""

    def change(folder: Path) -> None:
        kept = [line for line in (folder / file).read_text().splitlines() if not any(text in line for text in texts)]
        assert len(kept) < len((folder / file).read_text().splitlines())
        (folder / file).write_text("\n".join(kept) + "\n")

    return change


def instead(file: str, old: str, new: str) -> Change:
    """Puts another text into a file."""

    def change(folder: Path) -> None:
        text = (folder / file).read_text() if old else ""
        assert old in text
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text.replace(old, new) if old else new)

    return change


def removed(path: str) -> Change:
    """Removes a folder or a file."""

    def change(folder: Path) -> None:
        shutil.rmtree(folder / path) if (folder / path).is_dir() else (folder / path).unlink()

    return change


# Python 3.12 puts the name into quotes.
NOT_WRITTEN = "abstract method ended" if sys.version_info < (3, 12) else "abstract method 'ended'"
LEFT_OUT: dict[str, tuple[Change, str]] = {
    "its rules": (removed("rules_core/games/knaves"), "it has no rules"),
    "GAME": (without(RULES, "GAME:"), "has no attribute 'GAME'"),
    "GAME is none": (instead(RULES, "= Knaves()", '= "Knaves"'), "GAME is of str, which is no Game"),
    "a method": (instead(RULES, "def ended(", "def over("), NOT_WRITTEN),
    "a number of its rules": (instead(RULES, ', end="KNV-8"', ""), "Missing required argument 'end'"),
    "its name in the rules": (instead(RULES, 'name = "knaves"', 'name = "naves"'), "its folder 'knaves'"),
    "a bracket": (instead(RULES, "GAME: TrickGame[Any] = Knaves()", "GAME = Knaves("), "SyntaxError"),
    "its look": (removed("webapp/games/knaves"), "ModuleNotFoundError: No module named 'webapp.games.knaves'"),
    "LOOK": (instead(LOOK, "LOOK = ", "_LOOK = "), "has no attribute 'LOOK'"),
    "the name of the look": (without(LOOK, "name="), "missing 1 required keyword-only argument: 'name'"),
    "what it is about": (without(LOOK, "about="), "missing 1 required keyword-only argument: 'about'"),
    "the rule book of the look": (without(LOOK, "rulebook="), "argument: 'rulebook'"),
    "the rule book": (removed(BOOK), "No module named 'webapp.games.knaves.rulebook'"),
    "a rule that an option cites": (without(BOOK, "KNV-V1"), "the option 'knave_costs' cites KNV-V1"),
    "a rule that ends the match": (without(BOOK, "KNV-8"), "KNV-8, which the rule book lacks"),
    "a rule of the deal": (without(BOOK, "KNV-2"), "KNV-2, which the rule book lacks"),
    "the words of its option": (without(LOOK, "options="), "the option 'knave_costs' has no words"),
    "its sign": (
        instead("templates/games/knaves/pictures.html", "", "{% block sign %}{{ nobody.knows }}{% endblock %}"),
        "templates/games/knaves/pictures.html is broken: UndefinedError",
    ),
}
LOOKED_AT = ("its rules", "its look", "its sign")
"""Of what lacks a side an application is built, and where only it reads the part that is broken."""
DEFAULTS: dict[str, tuple[Change, str, str]] = {
    "lines of scores": (without(LOOK, "score_lines=", "score_lines import"), "/scores/1", "1 × Buben −1"),
    "names of fields": (without(LOOK, "entry_form=", "import EntryForm"), "/entries/1/amend?part=fields", "Knaves"),
    "translations": (removed("webapp/games/knaves/translations"), "/scores/1", "1 knave −1"),
    "a rule that only a card can break": (without(BOOK, "KNV-5"), "/revokes/2", "KNV-5"),
}


@pytest.fixture
def install_changed(tmp_path: Path) -> Iterator[Callable[[Change], Path]]:
    """Has the game found after something was changed in a copy of its folders."""
    copy = tmp_path / "house"
    shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    with ExitStack() as stack:

        def install(change: Change) -> Path:
            change(copy)
            stack.enter_context(installed(copy))
            return copy

        yield install


@pytest.fixture
def house(
    install_changed: Callable[[Change], Path], tmp_path: Path, fresh_database: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Change], Site]]:
    """Opens a house with the game after something was changed in a copy of its folders."""
    copy, check = tmp_path / "house", template_check.init_app

    def with_its_templates(app: Flask) -> None:
        assert app.jinja_env.loader is not None
        app.jinja_env.loader = ChoiceLoader([FileSystemLoader(copy / "templates"), app.jinja_env.loader])
        check(app)

    monkeypatch.setattr(template_check, "init_app", with_its_templates)
    with ExitStack() as stack:

        def open_house(change: Change) -> Site:
            install_changed(change)
            site = opened(tmp_path, fresh_database)
            stack.callback(site.store.close)
            return site

        yield open_house


def every_address_is_answered(site: Site, *, others_too: bool = True, but: frozenset[int] = frozenset()) -> None:
    """Asks every address as the host of a table of this game, and of one of another game (`others_too`)."""
    others = AllRoles(site).plays()
    ours = site.open_table(others.phones["host"], game=GAME)
    for row in sorted(ROWS, key=lambda row: row.method not in SAFE_METHODS):
        if others_too and row.method in SAFE_METHODS:  # what the forms of other games do, test_route_roles.py asks
            assert asked(others, row, "host").status_code == row.answers[HOST], row.name
        answer = asked(others, row, "host", table_id=ours.id, game=GAME).status_code
        assert answer < 500 or answer in but, row.name


@pytest.mark.parametrize("part", [part for part in LEFT_OUT if part not in LOOKED_AT])
def test_without_it_the_game_is_left_out(install_changed: Callable[[Change], Path], part: str) -> None:
    change, lack = LEFT_OUT[part]
    install_changed(change)
    assert list(found().incomplete) == [GAME]
    assert lack in found().incomplete[GAME]
    assert "\n" not in found().incomplete[GAME]


@pytest.mark.parametrize("part", LOOKED_AT)
def test_a_game_that_is_left_out_is_told_in_a_line_and_offered_nowhere(
    house: Callable[[Change], Site], caplog: pytest.LogCaptureFixture, part: str
) -> None:
    change, lack = LEFT_OUT[part]
    with caplog.at_level(logging.WARNING):
        site = house(change)
    assert list(found().incomplete) == [GAME]
    assert lack in found().incomplete[GAME]
    assert "\n" not in found().incomplete[GAME]
    (line,) = [line for line in caplog.messages if "left out" in line]
    assert line == f"The game {GAME} is left out: {found().incomplete[GAME]}"
    home = site.phone().get("/").text
    assert f"/tables/new/{GAME}" not in home
    assert all(f"/tables/new/{game}" in home for game in found().looks)
    if part != "its sign":
        every_address_is_answered(site, others_too=part == "its rules", but=NOT_NOW)


@pytest.mark.parametrize("part", DEFAULTS)
def test_without_it_a_default_stands_there(house: Callable[[Change], Site], part: str) -> None:
    change, path, said = DEFAULTS[part]
    site = house(change)
    assert dict(found().incomplete) == {}
    phone = at_table(site, site.phone(), *TRICK if "revokes" in path else HAND, game=GAME)
    answer = phone.client.get(phone.url + path, headers={"Accept-Language": "de"})
    assert answer.status_code == 200
    assert said in read(answer.text)


def test_without_all_of_them_every_address_is_answered(house: Callable[[Change], Site]) -> None:
    def change(folder: Path) -> None:
        for without_it, _path, _said in DEFAULTS.values():
            without_it(folder)

    site = house(change)
    assert dict(found().incomplete) == {}
    every_address_is_answered(site, others_too=False)


@pytest.mark.parametrize(
    ("template", "lack"),
    [("{% if %}", "is broken: TemplateSyntaxError"), ("{% block bord %}{% endblock %}", "has no block 'bord'")],
)
def test_a_template_that_breaks_later_leaves_the_game_out(
    house: Callable[[Change], Site], template: str, lack: str
) -> None:
    site = house(instead("templates/games/knaves/parts.html", "", template))
    assert dict(found().incomplete) == {}
    every_address_is_answered(site, but=NOT_NOW)
    assert "templates/games/knaves/parts.html, line 1 is broken" in found().incomplete[GAME]
    assert lack in found().incomplete[GAME]
    assert f"/tables/new/{GAME}" not in site.phone().get("/").text
