"""Does once what every process does at its beginning: a child that is forked from here begins with it done."""

from pathlib import Path
from tempfile import TemporaryDirectory

from webapp.config import Config
from webapp.entering import Seat
from webapp.live import Hub
from webapp.play import Play
from webapp.store import open_store

with TemporaryDirectory() as folder:
    store = open_store(Config(instance=Path(folder)).database)
    device = store.add_device("token")
    table = store.create_table(game="sixes-and-sevens", players=("A", "B", "C"), options={}, device_id=device.id)
    Play(store, Hub()).make(table.id, Seat(0), {"type": "deal"}, op="warm", seen=None)
    store.events(table.id)
    store.close()
