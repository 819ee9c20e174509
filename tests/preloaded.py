"""Does once what every process does at its beginning: a child that is forked from here begins with it done."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.web.support.entering import enter
from webapp.config import Config
from webapp.journal.hub import Hub
from webapp.store import open_store
from webapp.table.keeper import TableKeeper
from webapp.table.viewer import Viewer

with TemporaryDirectory() as folder:
    store = open_store(Config(instance=Path(folder)).database)
    device = store.add_device("token")
    table = store.create_table(game="sixes-and-sevens", players=("A", "B", "C"), options={}, device_id=device.id)
    enter(TableKeeper(store, Hub()), table.id, Viewer(seat=0), {"type": "deal"}, op="warm")
    store.events(table.id)
    store.close()
