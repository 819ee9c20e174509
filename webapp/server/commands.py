"""Commands of the operator: backup, restore, doctor, recovery links, games."""

import secrets
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

import click
from sqlalchemy import Connection

from webapp.access.join_links import print_qr
from webapp.access.new_tables import Opener
from webapp.circle.acts import Refused
from webapp.circle.archive.format import CirclePart
from webapp.circle.archive.importing import bring_circle
from webapp.circle.archive.writer import circle_pieces, parts_of
from webapp.circle.tables import CircleTables
from webapp.config import Config
from webapp.factory import build, services_of
from webapp.files.frames import FileRequest
from webapp.files.kinds import FileKind, NotRead
from webapp.files.upload_reader import UploadReader
from webapp.games.registry import found, leave_out, looks
from webapp.http.limits import MOST_LISTED_TABLES
from webapp.http.network import public_url
from webapp.live import template_check
from webapp.server.gevent_server import CannotStart, lock_instance
from webapp.services import services, services_in
from webapp.store import Store, open_store
from webapp.store.backups.checks import Finding
from webapp.store.backups.copies import ASKED, STORAGE_ERRORS, BackupFolder, copy_database, read_snapshot
from webapp.store.backups.doctor import examine
from webapp.store.backups.restore import CannotRestore
from webapp.store.backups.restore import restore as put_back
from webapp.store.chain.key import BadKey, chain_of
from webapp.store.engines import StoreError, error_text, read_only_url
from webapp.store.house import house_chain
from webapp.store.invites import format_code
from webapp.store.migrations import database_location, foreign_schema, newest_revision, revision_of
from webapp.store.models import Table
from webapp.store.roles import RECOVERY, Role, Scope


class CannotDo(Exception):
    """Why a command did nothing; its text is for the operator."""


def backup(config: Config, file: Path | None) -> None:
    """Copies the database, also while people play. Raises CannotDo."""
    if file is not None and file.exists():
        raise CannotDo(f"{file} is there already and stays as it is. Name another file.")
    try:
        copy = partial(copy_database, config.database, chain=house_chain(config))
        if file is None:
            file = BackupFolder(config.backup_folder).add(ASKED, copy)
        else:
            copy(file)
    except STORAGE_ERRORS as error:
        where = file or config.backup_folder
        raise CannotDo(f"The database could not be copied into {where}: {error_text(error)}") from error
    click.echo(f"The database is copied into {file}")


def restore(config: Config, file: Path, *, from_elsewhere: bool) -> None:
    """Replaces the database by a backup. Raises CannotDo."""
    if not file.is_file():  # before a folder is made for it
        raise CannotDo(f"{file} is not there.")
    try:
        with lock_instance(config.instance):
            folder, chain = BackupFolder(config.backup_folder), chain_of(config)
            done = put_back(config.database, file, folder, chain, from_elsewhere=from_elsewhere)
    except (CannotStart, CannotRestore, BadKey) as problem:
        raise CannotDo(str(problem)) from problem
    _echo(done.findings)
    click.echo(f"{file} stands in the place of the database.")
    if done.replaced is not None:
        click.echo(f"What stood there before is kept in {done.replaced}")


def doctor(config: Config) -> bool:
    """Prints the health check and tells whether all is well."""
    return _echo(examine(config))


def _echo(found: Iterable[Finding]) -> bool:
    well = True
    for finding in found:
        click.echo(f"{'well ' if finding.ok else 'WRONG'}  {finding.subject:<9}  {finding.text}")
        well = well and finding.ok
    return well


def rebuild(config: Config) -> bool:
    """Computes all circles again, prints the differences, and tells whether there were none. Raises CannotDo."""
    try:
        with lock_instance(config.instance):
            return _rebuild(config)
    except (CannotStart, StoreError, BadKey) as problem:
        raise CannotDo(str(problem)) from problem
    except STORAGE_ERRORS as error:
        raise CannotDo(f"The database cannot be read: {error_text(error)}") from error


def _rebuild(config: Config) -> bool:
    store = open_store(config.database, chain=house_chain(config))
    services, well = services_of(config, store), True
    try:
        for circle in store.all_circles():
            differed = services.part(CircleTables).rebuild(circle.id)
            where = ", ".join(str(table) for table in differed)
            said = f"differed at the tables {where}, and is put right" if differed else "is as it is worked out anew"
            click.echo(f"{'WRONG' if differed else 'well '}  circle {circle.id}: what is kept of its matches {said}")
            well = well and not differed
    finally:
        store.close()
    return well


@contextmanager
def _at_work(config: Config) -> Iterator[Store]:
    """Has the parts of the house at work as for a request, without serving anybody.

    Raises CannotShow where there are no tables of this release: none are made.
    """
    with store_to_read(config):
        pass
    app = build(config)
    try:
        with app.test_request_context():
            yield services_in(app).store
    finally:
        services_in(app).end()


def back_up_circle(config: Config, circle_id: int, file: Path) -> None:
    """Writes a circle into files, also while people play. Raises CannotDo."""
    try:
        with _at_work(config) as store:
            _back_up(store, circle_id, file)
    except (StoreError, BadKey) as problem:
        raise CannotDo(str(problem)) from problem
    except OSError as error:
        raise CannotDo(f"The circle could not be written into {file}: {error_text(error)}") from error


def _back_up(store: Store, circle_id: int, file: Path) -> None:
    circle = store.circle(circle_id)
    if circle is None:
        raise CannotDo(f"There is no circle {circle_id}. sixfold circle-link lists them all.")
    parts = range(1, len(parts_of(circle_id)) + 1)
    files = [file if part == 1 else file.with_stem(f"{file.stem}-{part}") for part in parts]
    for one in files:
        if one.exists():
            raise CannotDo(f"{one} is there already and stays as it is. Name another file.")
    for part, one in zip(parts, files, strict=True):
        one.write_bytes(b"".join(circle_pieces(circle, part)))
        click.echo(f"Circle {circle_id}, {circle.name}, is written into {one}")


def restore_circle(config: Config, files: Sequence[Path], into: int | None) -> None:
    """Brings a circle in from files, into a new one unless `into` names one. Raises CannotDo."""
    try:
        with lock_instance(config.instance), _at_work(config) as store:
            for file in files:
                into = _restored(store, file, into)
    except (CannotStart, StoreError, BadKey) as problem:
        raise CannotDo(str(problem)) from problem
    click.echo(f"sixfold circle-link {into} shows the code by which a phone comes in.")


def _restored(store: Store, file: Path, into: int | None) -> int:
    circle = None if into is None else store.circle(into)
    if into is not None and circle is None:
        raise CannotDo(f"There is no circle {into}. sixfold circle-link lists them all.")
    try:
        told = (
            services()
            .part(UploadReader)
            .read(FileRequest(FileKind.CIRCLE, file.read_bytes(), is_known=True, language="en"))
        )
    except OSError as error:
        raise CannotDo(f"{file} could not be read: {error_text(error)}") from error
    except NotRead as problem:
        raise CannotDo(f"{file}: {problem.said}") from problem
    # This device's token is not kept: phones join by the code.
    device = store.add_device(secrets.token_hex())
    done = bring_circle(told.each(CirclePart), circle, lambda: Opener(device.id, None))
    if isinstance(done, Refused):
        raise CannotDo(f"{file}: {done.said}")
    click.echo(
        f"{file}: new in circle {done.circle.id}, {done.circle.name}: {done.new} matches, {done.players} players"
    )
    click.echo(f"{file}: {done.known} matches were there already; {done.foreign} bear no seal of this house")
    return done.circle.id


class CannotShow(Exception):
    """Why there is nothing to show; its text is one line for the person who asked."""


@contextmanager
def store_to_read(config: Config) -> Iterator[Store]:
    """Opens the store for reading, also while a server runs. Raises CannotShow where it cannot be read."""
    store = Store(read_only_url(config.database))
    try:
        with read_snapshot(config.database) as connection:
            _check_schema(config, connection)
        yield store
    except STORAGE_ERRORS as problem:
        if isinstance(problem, OSError) and problem.filename is None:  # the output, not the database
            raise
        raise CannotShow(
            f"The database cannot be read: {error_text(problem)}. `sixfold serve` makes it, and brings an older one "
            "up to date; `sixfold doctor` looks it over."
        ) from problem
    finally:
        store.close()


def _check_schema(config: Config, connection: Connection) -> None:
    """Raises CannotShow where the tables are not those of this release: a start brings older ones up to date."""
    if fault := foreign_schema(config.database, connection):
        raise CannotShow(f"{fault}.")
    if (revision := revision_of(connection)) != newest_revision():
        where = database_location(config.database)
        raise CannotShow(
            f"{where} has an older shape, {revision}: `sixfold serve` brings it to {newest_revision()}, after a backup."
        )


def print_link(config: Config, does: str, token: str, code: str, out: TextIO) -> None:
    """Prints a link, its effect, its QR code, and the code to type instead."""
    server = public_url(config)
    url = f"{server}/join/{token}"
    print(f"\nWhoever opens this {does}, once: {url}", file=out)
    print_qr(url, out)
    print(f"Or type {format_code(code)} at {server}", file=out)


def show_circle_link(config: Config, circle_id: int | None, out: TextIO) -> None:
    """Prints the link of a circle's recovery code with its QR, or which circles there are. Raises CannotShow."""
    with store_to_read(config) as store:
        if circle_id is None:
            circles = store.all_circles()
            if not circles:
                raise CannotShow("There is no circle yet.")
            for circle in circles:
                print(f"{circle.id:>6}  {circle.name}", file=out)
            print(f"\nsixfold circle-link {circles[0].id} shows the recovery code of circle {circles[0].id}.", file=out)
        else:
            _circle_link(store, config, circle_id, out)


def _circle_link(store: Store, config: Config, circle_id: int, out: TextIO) -> None:
    circle = store.circle(circle_id)
    if circle is None:
        raise CannotShow(f"There is no circle {circle_id}. sixfold circle-link lists them all.")
    invite = store.invites(circle_id, Scope.CIRCLE)[RECOVERY]
    print(f"{circle.id:>6}  {circle.name}", file=out)
    print_link(config, "belongs to the circle", invite.token, invite.code, out)


def show_host_link(config: Config, table_id: int | None, out: TextIO) -> None:
    """Prints the link of a table's recovery code with its QR, or which tables there are. Raises CannotShow."""
    with store_to_read(config) as store:
        if table_id is None:
            tables = store.newest_tables(MOST_LISTED_TABLES)
            if not tables:
                raise CannotShow("There is no table yet.")
            for table in tables:
                print(_line(table), file=out)
            print(f"\nsixfold host-link {tables[0].id} shows the recovery code of table {tables[0].id}.", file=out)
        else:
            _table_link(store, config, table_id, out)


def _table_link(store: Store, config: Config, table_id: int, out: TextIO) -> None:
    table, invite = store.table(table_id), store.invites(table_id).get(Role.HOST)
    if table is None:
        raise CannotShow(f"There is no table {table_id}. sixfold host-link lists them all.")
    if invite is None:
        raise CannotShow(f"Table {table_id} has no recovery code: its host can make one on the page to share it.")
    print(_line(table), file=out)
    print_link(config, "becomes the host", invite.token, invite.code, out)


def _line(table: Table) -> str:
    day = table.created_at.astimezone().date().isoformat()
    look = looks().get(table.game)
    return f"{table.id:>6}  {day}  {look.name if look else table.game}: {', '.join(table.players)}"


def show_games(out: TextIO) -> bool:
    """Prints a line a game. Returns whether every game that lies in a folder is offered."""
    with tempfile.TemporaryDirectory() as folder:
        app = build(Config(instance=Path(folder)))
        for game, lack in tuple(template_check.lacks(app)):
            leave_out(game, lack)
        services_in(app).end()
    for game in found().looks:
        print(game, file=out)
    for game, lack in found().incomplete.items():
        print(f"{game} is left out: {lack}", file=out)
    return not found().incomplete
