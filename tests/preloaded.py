"""Does once what every process does at its beginning: a child that is forked from here begins with it done."""

from pathlib import Path
from tempfile import TemporaryDirectory

from webapp.config import Config
from webapp.store import open_store
from webapp.table.entry_rights import Seat
from webapp.table.hub import Hub
from webapp.table.play import Play

with TemporaryDirectory() as folder:
    store = open_store(Config(instance=Path(folder)).database)
    device = store.add_device("token")
    table = store.create_table(game="sixes-and-sevens", players=("A", "B", "C"), options={}, device_id=device.id)
    Play(store, Hub()).make(table.id, Seat(0), {"type": "deal"}, op="warm", seen=None)
    store.events(table.id)
    store.close()
