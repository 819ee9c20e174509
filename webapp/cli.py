"""Command line: `sixfold serve` and the other commands."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from gevent import monkey

from webapp.http.limits import LARGEST_INTEGER, MOST_WORKERS

if TYPE_CHECKING:
    from webapp.config import Config

FILE = click.Path(path_type=Path, dir_okay=False)
INSTANCE = click.option("--instance", help="Folder of the house, instead of SIXFOLD_INSTANCE.")
PORT = click.option("--port", help="Port that the server listens on, instead of SIXFOLD_PORT.")
SETTINGS = ("instance", "port")
"""Options of commands that go before settings."""


class Number(click.IntRange):
    """Number of something in a house: `what` it is, and which command lists them all."""

    def __init__(self, what: str, listed_by: str) -> None:
        super().__init__(1, LARGEST_INTEGER)
        self._what, self._listed_by = what, listed_by

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the number. Raises BadParameter."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"There is no {self._what} {value}. sixfold {self._listed_by} lists them all.", param, ctx)


@contextmanager
def _refusals() -> Iterator[None]:
    from webapp.config import BadSetting
    from webapp.server.commands import CannotDo, CannotShow
    from webapp.store.house import NoHouse

    try:
        yield
    except (BadSetting, CannotDo, CannotShow, NoHouse) as problem:
        sys.exit(str(problem))


def read_config(options: dict[str, str | None]) -> "Config":
    """Returns the configuration of the environment, options of the command going before it. Raises BadSetting."""
    from webapp.config import BadSetting, Config

    given = {name: value for name, value in options.items() if value is not None}
    try:
        return Config.from_env({**os.environ, **{f"SIXFOLD_{name.upper()}": value for name, value in given.items()}})
    except BadSetting as problem:
        said = str(problem)
        for name in given:  # it was not the setting that was typed
            said = said.replace(f"SIXFOLD_{name.upper()}", f"--{name}")
        raise BadSetting(said) from problem


def makes_house(command: Callable[..., None]) -> Callable[..., None]:
    """Declares a command that makes a house where none is."""
    command.__dict__["makes_house"] = True
    return command


def of_house(command: Callable[..., None]) -> Callable[..., None]:
    """Declares a command about a house that is there: it is called with its configuration, and makes nothing else."""

    @INSTANCE
    @wraps(command)
    def called(**options: Any) -> None:
        from webapp.store.house import require_house

        with _refusals():
            config = read_config({name: options.pop(name, None) for name in SETTINGS})
            require_house(config)
            command(config, **options)

    called.__dict__["needs_house"] = True
    return called


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sixfold")
def sixfold() -> None:
    """Keeps score and referees games of sixes that are played with real cards."""


@sixfold.command()
@click.option("--host", help="Address to listen on, instead of SIXFOLD_HOST.")
@click.option("--port", help="Port to listen on, instead of SIXFOLD_PORT.")
@INSTANCE
@click.option("--https", is_flag=True, flag_value="1", default=None, help="Over https, with a certificate of its own.")
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), default=1, help="Processes; more than one need PostgreSQL."
)
@makes_house
def serve(workers: int, **options: str | None) -> None:
    """Serves the tables until it is interrupted."""
    if sys.stderr.isatty():
        click.echo("Sixfold starts.", err=True)  # the rest takes seconds, and longer where a database is upgraded
    # Not above: this imports sockets and locks, which gevent has to patch first.
    from webapp.config import BadSetting
    from webapp.server import gevent_server

    try:
        config = read_config(options)
        gevent_server.serve(config) if workers == 1 else gevent_server.serve_with_workers(workers, config)
    except (BadSetting, gevent_server.CannotStart) as problem:
        sys.exit(str(problem))


@sixfold.command()
@click.argument("file", type=FILE, required=False)
@of_house
def backup(config: "Config", file: Path | None) -> None:
    """Copies the whole database into FILE, or into the folder of backups; people may go on playing."""
    from webapp.server import commands

    commands.backup(config, file)


@sixfold.command()
@click.argument("file", type=FILE)
@click.option("--from-elsewhere", is_flag=True, help="Take it although its seal is not this house's: you vouch for it.")
@INSTANCE
def restore(file: Path, from_elsewhere: bool, **options: str | None) -> None:
    """Puts the backup FILE in the place of the database, once every table in it has been checked.

    What stood there before is kept. No server may be running. A backup that was made elsewhere or changed is refused.
    """
    from webapp.server import commands

    with _refusals():
        commands.restore(read_config(options), file, from_elsewhere=from_elsewhere)


@sixfold.command()
@click.option("--rebuild", is_flag=True, help="Work out anew what is kept of circles' matches; no server may run.")
@of_house
def doctor(config: "Config", rebuild: bool) -> None:
    """Looks over settings, disk, database and backups, changes nothing, and ends with 1 if something is wrong.

    With --rebuild it works out anew what is kept of the matches of circles and says what differed, which is put right.
    """
    from webapp.server import commands

    sys.exit(0 if (commands.rebuild(config) if rebuild else commands.doctor(config)) else 1)


@sixfold.command("host-link")
@click.argument("table", type=Number("table", "host-link"), required=False)
@PORT
@of_house
def show_host_link(config: "Config", table: int | None) -> None:
    """Shows the recovery code of TABLE, for the case that its host's phone is lost; without TABLE lists the tables.

    It only reads: the server may be running.
    """
    from webapp.server import commands

    commands.show_host_link(config, table, sys.stdout)


@sixfold.command("circle-link")
@click.argument("circle", type=Number("circle", "circle-link"), required=False)
@PORT
@of_house
def show_circle_link(config: "Config", circle: int | None) -> None:
    """Shows the recovery code of CIRCLE, for the case that all its phones are lost; without CIRCLE lists the circles.

    It only reads: the server may be running.
    """
    from webapp.server import commands

    commands.show_circle_link(config, circle, sys.stdout)


@sixfold.command("circle-backup")
@click.argument("circle", type=Number("circle", "circle-link"))
@click.argument("file", type=FILE)
@of_house
def back_up_circle(config: "Config", circle: int, file: Path) -> None:
    """Writes CIRCLE alone into FILE, as its phones take it along: `sixfold circle-link` lists the circles.

    The server may be running. A circle with very many matches becomes several files, FILE and others in its folder.
    """
    from webapp.server import commands

    commands.back_up_circle(config, circle, file)


@sixfold.command("circle-restore")
@click.argument("files", metavar="FILE...", type=FILE, nargs=-1, required=True)
@click.option("--into", type=Number("circle", "circle-link"), help="Circle that takes what is new; else a new one.")
@PORT
@of_house
def restore_circle(config: "Config", files: tuple[Path, ...], into: int | None) -> None:
    """Brings a circle in from the FILEs that circle-backup wrote or a phone took along; nothing comes in twice.

    All of a file is checked before any of it comes in. No server may be running.
    """
    from webapp.server import commands

    commands.restore_circle(config, files, into)


@sixfold.command()
def games() -> None:
    """Lists the games that are offered, says what each other one lacks, and ends with 1 if one is left out."""
    from webapp.server import commands

    sys.exit(0 if commands.show_games(sys.stdout) else 1)


@sixfold.group()
def photo() -> None:
    """Reads cards on photos, with the extra sixfold[photo]."""


@photo.command("read")
@click.argument("files", metavar="FILE...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option("--pack", default="52", show_default=True, help="A game, or a pack by its size, such as 32, 52 or 104.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each file.")
@click.option("--instance", help="Folder of a house, by whose own packs it is read, too.")
def read_photos(files: tuple[Path, ...], pack: str, instance: str | None, *, as_json: bool) -> None:
    """Says which cards lie on each photo, where, and how sure that is; ends with 1 if a file could not be looked at."""
    from webapp.server import photo_command

    with _refusals():
        config = None if instance is None else read_config({"instance": instance})
        sys.exit(0 if photo_command.read_photos(files, pack, config, as_json=as_json) else 1)


@photo.command("teach")
@click.argument("name")
@click.argument("files", metavar="FILE...", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--pack", default="52", show_default=True, help="A game, or a pack by its size: which cards the rows have."
)
@of_house
def teach_pack(config: "Config", files: tuple[Path, ...], name: str, pack: str) -> None:
    """Learns the pack NAME from photos of its rows, for all tables of the house; the photos are not kept.

    A row is a suit, clubs, spades, hearts and diamonds in this order, from the ace or what is highest to the lowest;
    all rows on one photo or some on each. No server may be running.
    """
    from webapp.server import photo_command

    photo_command.teach_pack(config, files, name, pack)


@photo.command("packs")
@click.option("--forget", type=Number("pack", "photo packs"), help="Number of a pack that is forgotten.")
@of_house
def show_packs(config: "Config", forget: int | None) -> None:
    """Lists the packs that were taught, by the house and by phones; forgets one, for which no server may be running."""
    from webapp.server import photo_command

    photo_command.show_packs(config, forget)


def main() -> None:
    """Runs the command `sixfold`."""
    monkey.patch_all()
    try:
        # Not above: before gevent has patched, nothing is imported but numbers.
        from webapp.http.process_limits import collect_garbage_seldom

        collect_garbage_seldom()
        try:
            sixfold()
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except KeyboardInterrupt:  # before a command has begun, which says the same
        sys.exit("Aborted!")
    except OSError as problem:
        if problem.filename is not None:
            raise
        # Nothing is left to be written when Python ends, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.exit(1 if isinstance(problem, BrokenPipeError) else f"The output cannot be written: {problem.strerror}.")
