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
from webapp.games.common.option_words import OptionWords
from webapp.games.registry import found, look_of, looks
from webapp.http import language
from webapp.live import part_cache, template_check
from webapp.store.models import Table

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

    def forget() -> None:
        part_cache.own.cache_clear()
        part_cache.part.cache_clear()

    def write(part: str, text: str) -> None:
        forget()
        changed = DictLoader({f"games/sixes_and_sevens/{part}.html": text})
        monkeypatch.setattr(app.jinja_env, "loader", ChoiceLoader([changed, app.jinja_env.loader]))
        monkeypatch.setattr(app.jinja_env, "cache", {})
        found.cache_clear()
        template_check.init_app(app)

    yield write
    forget()


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("_signs", "{% if %}"),
        ("_signs", "{{ 1 // 0 }}"),
        ("_signs", "{{ nobody.knows }}"),
        ("_pictures", "{{ 1 // 0 }}"),
    ],
)
def test_a_part_that_stands_on_the_first_page_is_drawn_before(
    host: FlaskClient, template: Callable[[str, str], None], part: str, text: str
) -> None:
    template(part, text)
    assert set(looks()) == OTHERS
    assert f"templates/games/sixes_and_sevens/{part}.html" in found().incomplete[GAME]
    assert host.get("/").status_code == 200


def test_each_part_of_a_table_has_a_template_that_games_without_their_own_share(app: Flask) -> None:
    loader, names = app.jinja_env.loader, app.jinja_env.list_templates()
    assert loader is not None
    texts = [loader.get_source(app.jinja_env, name)[0] for name in names if not name.startswith("games/")]
    asked = {part for text in texts for part in re.findall(r'\bpart\([a-z._]+, "(_\w+)"\)', text)}
    assert "_board" in asked
    assert {f"tables/{part}.html" for part in asked} <= set(names)


def test_a_broken_template_is_noticed_where_it_is_needed(
    app: Flask, site: Site, host: FlaskClient, table: Table, template: Callable[[str, str], None]
) -> None:
    template("_board", "{% if %}")
    assert GAME in looks()
    assert [game for game, _lack in template_check.lacks(app)] == [GAME]
    assert host.get(f"/tables/{table.id}").status_code == 503
    assert "_board.html, line 1 is broken: TemplateSyntaxError" in found().incomplete[GAME]
    assert set(looks()) == OTHERS
    assert host.get("/").status_code == 200
    other = site.open_table(host, ("Ann", "Ben", "Cat"), game="sichere-six")
    assert host.get(f"/tables/{other.id}").status_code == 200


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
