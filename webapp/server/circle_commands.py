"""Command `sixfold doctor --rebuild`: what is kept of the matches of circles, worked out anew."""

import click

from webapp.club.circle.circle_tables import CircleTables
from webapp.config import Config
from webapp.factory import services_of
from webapp.server.backup_commands import CannotDo
from webapp.server.gevent_server import CannotStart, lock_instance
from webapp.store import StoreError, open_store
from webapp.store.chain.key import BadKey
from webapp.store.house import house_chain


def rebuild(config: Config) -> bool:
    """Works it out anew for all circles, says what differed, and tells whether nothing did. Raises CannotDo."""
    try:
        with lock_instance(config.instance):
            return _rebuild(config)
    except (CannotStart, StoreError, BadKey) as problem:
        raise CannotDo(str(problem)) from problem


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
