"""The command line. `sixfold serve` is all that a table needs."""

import os
import sys

import click
from gevent import monkey

from webapp.config import BadSetting, Config


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="sixfold")
def sixfold() -> None:
    """Keeps score and referees games of sixes that are played with real cards."""


@sixfold.command()
@click.option("--host", help="Address to listen on, instead of SIXFOLD_HOST.")
@click.option("--port", help="Port to listen on, instead of SIXFOLD_PORT.")
@click.option("--instance", help="Folder of the database, instead of SIXFOLD_INSTANCE.")
def serve(**options: str | None) -> None:
    """Serves the tables until it is interrupted."""
    # Not above: this imports sockets and locks, which gevent has to patch first.
    from webapp import server

    try:
        server.serve(read_config(options))
    except (BadSetting, server.CannotStart) as problem:
        sys.exit(str(problem))


@sixfold.command("host-link")
@click.argument("table", type=click.IntRange(min=1), required=False)
@click.option("--instance", help="Folder of the database, instead of SIXFOLD_INSTANCE.")
def host_link(table: int | None, **options: str | None) -> None:
    """Shows the recovery code of TABLE, for the case that its host's phone is lost; without TABLE lists the tables.

    It only reads: the server may be running.
    """
    from webapp.host_link import CannotShow, show

    try:
        show(read_config(options), table, sys.stdout)
    except (BadSetting, CannotShow) as problem:
        sys.exit(str(problem))


def read_config(options: dict[str, str | None]) -> Config:
    """Returns the configuration of the environment, options of the command going before it. Raises BadSetting."""
    given = {f"SIXFOLD_{name.upper()}": value for name, value in options.items() if value is not None}
    return Config.from_env({**os.environ, **given})


def main() -> None:
    """Runs the command `sixfold`."""
    monkey.patch_all()
    sixfold()
