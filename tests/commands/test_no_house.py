"""Every command, where no house is: none but `serve` makes one, and each says what lacks."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tests.databases import sqlite_copy
from webapp.cli import main, sixfold
from webapp.config import FILE

KEPT = {"SIXFOLD_CHAIN_KEY": "ab" * 32}
"""A key that is there already keeps a command from nothing."""


def _commands(group: click.Group, above: str = "") -> dict[str, click.Command]:
    """The commands by what is typed for them, with those within groups: *backup*, *photo packs*."""
    found = dict[str, click.Command]()
    for name, one in group.commands.items():
        found |= _commands(one, f"{above}{name} ") if isinstance(one, click.Group) else {f"{above}{name}": one}
    return found


COMMANDS = _commands(sixfold)
FLAGS = [
    (name, flag)
    for name, command in COMMANDS.items()
    for flag in (None, *(one.opts[-1] for one in command.params if isinstance(one, click.Option) and one.is_flag))
    if not getattr(command.callback, "makes_house", False)
]
"""Each command but the one that makes a house, by itself and with each of its flags."""


def say(command: str, flag: str | None, **settings: str) -> Result:
    """Gives a command, with whatever it must be given."""
    named = [
        "1" if isinstance(one.type, click.IntRange) else one.name or ""
        for one in COMMANDS[command].params
        if isinstance(one, click.Argument) and one.required
    ]
    others = dict.fromkeys(name for name in os.environ if name.startswith("SIXFOLD_"))
    words = [*command.split(), *([flag] if flag else []), *named]
    return CliRunner().invoke(sixfold, words, env={**others, "DATABASE_URL": None, **settings})


@pytest.mark.parametrize("folder", [".", "instance", "nowhere/at/all"])
@pytest.mark.parametrize(("command", "flag"), FLAGS)
def test_it_makes_nothing_and_says_so(
    command: str, flag: str | None, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = say(command, flag, SIXFOLD_INSTANCE=folder, **KEPT)
    assert list(tmp_path.iterdir()) == []
    called = COMMANDS[command].callback
    if getattr(called, "needs_house", False):
        said = f"There is no house in {Path(folder).absolute()}. Name its folder: --instance FOLDER.\n"
        assert (ran.exit_code, ran.output) == (1, said)
    elif COMMANDS[command].params:
        assert ran.exit_code == 1
        assert ran.output.count("\n") == 1


@pytest.mark.parametrize(("command", "flag"), FLAGS)
@pytest.mark.parametrize("what", ["no database", "nothing in it", "of another house"])
def test_where_the_database_is_not_to_be_used_it_says_so_in_its_words(
    command: str, flag: str | None, what: str, tmp_path: Path, fresh_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sqlite_copy(fresh_database, tmp_path)
    file = tmp_path / "sixfold.sqlite"
    if what == "no database":
        file.write_text("a word " * 1000, "utf-8")
    elif what == "nothing in it":
        file.write_bytes(b"")
    else:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("INSERT INTO house VALUES (1, 'abababab')")
    ran = say(command, flag, SIXFOLD_INSTANCE=str(tmp_path), **KEPT)
    if COMMANDS[command].params:
        assert isinstance(ran.exception, SystemExit), "a traceback, or all was well"
        assert ran.exit_code == 1
    if what == "nothing in it" and getattr(COMMANDS[command].callback, "needs_house", False):
        assert file.read_bytes() == b"", "tables were made"


def test_who_interrupts_it_before_a_command_has_begun_reads_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gevent.monkey.patch_all", lambda: None)
    monkeypatch.setattr("webapp.http.process_limits.collect_garbage_seldom", interrupted)
    with pytest.raises(SystemExit, match="Aborted!"):
        main()


def test_most_commands_are_about_a_house() -> None:
    about = {name for name, command in COMMANDS.items() if getattr(command.callback, "needs_house", False)}
    assert {"backup", "doctor", "host-link", "photo packs", "photo teach"} <= about
    assert [name for name, one in COMMANDS.items() if getattr(one.callback, "makes_house", False)] == ["serve"]


@pytest.mark.parametrize("command", ["doctor", "serve"])
def test_an_unknown_setting_is_refused_with_the_nearest_one(command: str, tmp_path: Path) -> None:
    ran = say(command, None, SIXFOLD_INSTANCE=str(tmp_path), SIXFOLD_BACKUP="3")
    assert (
        ran.output == "There is no setting SIXFOLD_BACKUP. The nearest is SIXFOLD_BACKUPS; README.md lists them all.\n"
    )
    assert (ran.exit_code, list(tmp_path.iterdir())) == (1, [])


def test_what_was_typed_is_named_as_it_was_typed(tmp_path: Path) -> None:
    for command, option, value in (("serve", "port", "many"), ("host-link", "port", "0"), ("serve", "host", "nowhere")):
        ran = CliRunner().invoke(sixfold, [command, f"--{option}", value, "--instance", str(tmp_path)])
        assert (ran.exit_code, ran.output.partition(",")[0]) == (1, f"--{option} is '{value}'")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("SIXFOLD_PROT=8067", "There is no setting SIXFOLD_PROT. The nearest is SIXFOLD_PORT"),
        ("# a remark\n\nport 8067", "line 3: it takes lines such as"),
        ("PORT=8067", "line 1: it takes lines such as"),
        ("SIXFOLD_INSTANCE=/srv", "it lies in the instance folder"),
        ("SIXFOLD_PORT='many'", "SIXFOLD_PORT is 'many'"),
    ],
)
def test_the_file_of_settings_is_read_by_server_and_commands(lines: str, said: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(lines + "\n", "utf-8")
    for command in ("doctor", "serve"):
        ran = say(command, None, SIXFOLD_INSTANCE=str(tmp_path))
        assert ran.exit_code == 1
        assert said in ran.output
    if "many" in lines:  # what is said beside it goes before it
        assert "There is no house" in say("doctor", None, SIXFOLD_INSTANCE=str(tmp_path), SIXFOLD_PORT="8067").output
