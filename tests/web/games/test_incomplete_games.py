"""A game that lacks something is left out with one line that says what, and disturbs no page."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BaseLoader, ChoiceLoader, DictLoader

from rules_core import games as rules
from tests.web.support.phone import Phone
from tests.web.support.records import a_record
from tests.web.support.site import Site, build_app
from webapp.cli import sixfold
from webapp.games.common.entry_questions import Own
from webapp.games.look import Look
from webapp.games.registry import found, look_of, looks
from webapp.http import language
from webapp.live import part_cache, template_check
from webapp.store.models import Table
from webapp.words.rulebook import OptionWords

ASKED = re.compile(r'\bself\.(\w+)\(\)|\bpart\([a-z._]+, "(\w+)"')
"""What a template asks for: a block of its own file, or a part of a game."""
GAME = "sixes-and-sevens"
PACKAGE = "webapp.games.sixes_and_sevens"
OTHERS = set(rules.GAMES) - {GAME}


@pytest.fixture(autouse=True)
def _found_anew() -> Iterator[None]:
    yield
    rules.discover()
    found.cache_clear()
    found()


Lacking = Callable[..., str]


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Lacking:
    """Finds the games anew while parts of the game's LOOK are others, and returns what it lacks then."""

    def left_out(**parts: Any) -> str:
        monkeypatch.setattr(f"{PACKAGE}.LOOK", replace(import_module(PACKAGE).LOOK, **parts))
        return _lack()

    return left_out


def _lack() -> str:
    found.cache_clear()
    assert set(looks()) == OTHERS
    (line,) = found().incomplete[GAME].splitlines()
    return line


def test_all_games_are_whole(app: Flask) -> None:
    assert found().incomplete == {}
    assert list(template_check.lacks(app)) == []


def test_nobody_waits_for_a_template_to_be_compiled(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = site.app.jinja_env
    one = DictLoader({"broken.html": "{% if %}"})
    monkeypatch.setattr(templates, "loader", ChoiceLoader([one, cast("BaseLoader", templates.loader)]))
    template_check.Compiling(templates).compile_all()
    monkeypatch.setattr(templates, "compile", None)
    for name in set(templates.list_templates()) - {"broken.html"}:
        templates.get_template(name)


def test_a_look_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{PACKAGE}.LOOK", {"name": "Sixes and Sevens"})
    assert _lack() == "TypeError: LOOK is of dict, which is no Look"
    monkeypatch.delattr(f"{PACKAGE}.LOOK")
    assert _lack() == f"AttributeError: module '{PACKAGE}' has no attribute 'LOOK'"


def test_a_rule_book_that_lacks_a_rule_or_has_it_twice(lacking: Lacking) -> None:
    book = look_of(GAME).rulebook
    assert lacking(rulebook=()) == "the rule book is empty"
    without = [rule for rule in book if rule.number != "ODD-8"]
    assert lacking(rulebook=without) == "the option 'ties_low' cites ODD-8, which the rule book lacks"
    without = [rule for rule in book if rule.number != "ODD-11"]
    assert lacking(rulebook=without) == "the goal 'hands' cites ODD-11, which the rule book lacks"
    assert lacking(rulebook=(*book, book[2])) == "the rule book has ODD-3 twice"
    assert lacking(rulebook=(*book, replace(book[2], number="SIC-3"))) == "rule SIC-3 does not begin with ODD-"


def test_a_code_of_which_nobody_can_read_the_rule(lacking: Lacking, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(rules.GAMES[GAME]), "codes", {"no-knave": "ODD-99"})
    assert lacking() == "the code 'no-knave' cites ODD-99, which the rule book lacks"


def test_an_option_or_an_event_without_words(lacking: Lacking) -> None:
    options = look_of(GAME).options
    assert lacking(options={}) == "the option 'ace_wild' has no words"
    more = {**options, "jokers": OptionWords("Jokers")}
    assert lacking(options=more) == "there are words for 'jokers', which is no option"
    assert lacking(options=options, entries={}) == "the event 'ace' has no words"


def test_a_guide_that_the_rules_refuse(lacking: Lacking) -> None:
    guide = look_of(GAME).guide
    assert guide is not None
    assert "the sample of sixes-and-sevens does not fold" in lacking(guide=replace(guide, steps=guide.steps[1:]))


def test_rules_without_a_look_and_a_look_without_rules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "knaves").mkdir()
    (tmp_path / "knaves/__init__.py").touch()
    monkeypatch.setattr("webapp.games.__path__", [*import_module("webapp.games").__path__, str(tmp_path)])
    found.cache_clear()
    assert found().incomplete == {"knaves": "it has no rules: no package of rules_core.games bears its name"}
    assert set(looks()) == {*OTHERS, GAME}
    monkeypatch.setattr("rules_core.games.__path__", [*rules.__path__, str(tmp_path)])
    rules.discover()
    found.cache_clear()
    assert found().incomplete["knaves"].startswith("AttributeError: ")


# Templates


@pytest.fixture
def template(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Writes a template of the game anew."""

    def write(file: str, text: str) -> None:
        part_cache.clear()
        changed = DictLoader({f"games/sixes_and_sevens/{file}.html": text})
        monkeypatch.setattr(app.jinja_env, "loader", ChoiceLoader([changed, app.jinja_env.loader]))
        monkeypatch.setattr(app.jinja_env, "cache", {})
        found.cache_clear()
        template_check.init_app(app)

    yield write
    part_cache.clear()


@pytest.mark.parametrize(
    "text",
    [
        "{% if %}",
        "{% block sign %}{{ 1 // 0 }}{% endblock %}",
        "{% block sign %}{{ nobody.knows }}{% endblock %}",
        "{% block pictures %}{{ 1 // 0 }}{% endblock %}",
        "{% block sing %}{% endblock %}",
    ],
)
def test_a_part_that_stands_on_the_first_page_is_drawn_before(
    host: FlaskClient, template: Callable[[str, str], None], text: str
) -> None:
    template("pictures", text)
    assert set(looks()) == OTHERS
    assert "templates/games/sixes_and_sevens/pictures.html" in found().incomplete[GAME]
    assert host.get("/").status_code == 200


def test_each_part_of_a_table_has_a_template_that_games_without_their_own_share(app: Flask) -> None:
    templates, names = app.jinja_env, app.jinja_env.list_templates()
    assert templates.loader is not None
    texts = {name: templates.loader.get_source(templates, name)[0] for name in names}
    files = [name for name in names if name.endswith(("/parts.html", "/pictures.html"))]
    blocks = {name: set(templates.get_template(name).blocks) for name in files}
    shared = blocks["tables/parts.html"] | blocks["tables/pictures.html"]
    asked = {name: {"".join(part) for part in ASKED.findall(text)} for name, text in texts.items()}
    assert "board" in asked["tables/_table.html"]
    assert "below_seats" in asked["tables/parts.html"]
    for name, parts in asked.items():
        own = set[str]().union(*(blocks[file] for file in files if Path(file).parent == Path(name).parent))
        assert parts <= shared | own, name


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{% if %}", "line 1 is broken: TemplateSyntaxError"),
        (
            '{% extends "tables/parts.html" %}\n{% block bord %}{% endblock %}',
            "line 2 is broken: TemplateSyntaxError: tables/parts.html has no block 'bord'",
        ),
    ],
)
def test_a_broken_template_is_noticed_where_it_is_needed(
    app: Flask, site: Site, host: FlaskClient, table: Table, template: Callable[[str, str], None], text: str, why: str
) -> None:
    template("parts", text)
    assert GAME in looks()
    assert [game for game, lack in template_check.lacks(app) if why in lack] == [GAME]
    assert host.get(f"/tables/{table.id}").status_code == 503
    assert f"parts.html, {why}" in found().incomplete[GAME]
    assert set(looks()) == OTHERS
    assert host.get("/").status_code == 200
    other = site.open_table(host, ("Ann", "Ben", "Cat"), game="sichere-six")
    assert host.get(f"/tables/{other.id}").status_code == 200


def test_a_part_that_the_look_names_is_in_its_templates(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = replace(look_of(GAME).entry_form, own={"play.card": Own("_card", lambda asked: ())})
    changed = replace(look_of(GAME), redrawn_parts=frozenset({"cloth"}), entry_form=asked)
    monkeypatch.setitem(cast("dict[str, Look]", looks()), GAME, changed)
    file = "templates/games/sixes_and_sevens/parts.html"
    lacks = [f"{file} has no block '_cloth'", f"{file} has no block '_card'"]
    assert list(template_check.lacks(app)) == [(GAME, lack) for lack in lacks]


# Its tables


def test_tables_of_a_game_that_is_not_offered_say_so(
    host: FlaskClient, phone: Phone, lacking: Lacking, monkeypatch: pytest.MonkeyPatch
) -> None:
    felt = phone.page.count('class="felt"')
    lacking(options={})
    for language_, said in (("en", "This game is not offered here now"), ("de", "Dieses Spiel wird hier zurzeit")):
        for path in ("", "/scores", "/log", "/film", "/desk", "/share", "/stream", "/record"):
            answer = host.get(f"{phone.url}{path}", headers={"Accept-Language": language_})
            assert answer.status_code == 503, path
            assert said in answer.text
    assert phone.enter({"type": "play", "seat": 1, "card": "7S"}) == 503
    page = host.get("/").text
    assert "Not offered here now" in page
    assert f'href="{phone.url}"' in page
    assert f"/tables/new/{GAME}" not in page
    assert host.get(f"/rules/sichere-six?table={phone.url.rpartition('/')[2]}").status_code == 200
    for path in (f"/rules/{GAME}", f"/tables/new/{GAME}", f"/games/{GAME}/entering", "/rules/ODD-1"):
        assert host.get(path).status_code == 404, path
    monkeypatch.undo()
    found.cache_clear()
    assert phone.page.count('class="felt"') == felt


def test_a_program_is_told_as_well(host: FlaskClient, lacking: Lacking) -> None:
    asked = a_record()
    opened = host.post("/api/v1/tables", json=asked)
    assert opened.status_code == 201
    lacking(options={})
    assert host.post("/api/v1/tables", json=asked).status_code == 422
    told = host.get(opened.location, headers={"Authorization": f"Bearer {opened.json['token']}"})
    assert (told.status_code, told.json["code"]) == (503, "not-offered")


# Its own translations


def test_a_game_brings_its_own_translations(app: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    texts = tmp_path / "de/LC_MESSAGES"
    texts.mkdir(parents=True)
    (texts / "messages.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "A knave on its own"\nmsgstr "Ein einzelner Bube"\n\n'
        'msgid "Rules"\nmsgstr "Etwas anderes"\n\n'
        'msgid "%(num)s knave"\nmsgid_plural "%(num)s knaves"\nmsgstr[0] "%(num)s Bube"\nmsgstr[1] "%(num)s Buben"\n'
    )
    language.read_also([tmp_path])
    for asked, texts_said in (
        ("de", ["Ein einzelner Bube", "Regeln", "1 Bube", "2 Buben"]),
        ("en", ["A knave on its own", "Rules", "1 knave", "2 knaves"]),
    ):
        with app.test_request_context(headers={"Accept-Language": asked}):
            said = [language.gettext("A knave on its own"), language.gettext("Rules")]
            assert [*said, *(language.ngettext("%(num)s knave", "%(num)s knaves", n) for n in (1, 2))] == texts_said


# Where it is told


def test_the_start_tells_what_is_left_out(
    lacking: Lacking, tmp_path: Path, fresh_database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    lacking(options={})
    build_app(tmp_path, fresh_database)
    assert "The game sixes-and-sevens is left out: the option 'ace_wild' has no words" in caplog.messages


def test_a_command_tells_it_and_fails(lacking: Lacking) -> None:
    whole = CliRunner().invoke(sixfold, ["games"])
    assert (whole.exit_code, set(whole.stdout.split())) == (0, set(rules.GAMES))
    lacking(options={})
    told = CliRunner().invoke(sixfold, ["games"])
    assert told.exit_code == 1
    assert "sixes-and-sevens is left out: the option 'ace_wild' has no words\n" in told.stdout
