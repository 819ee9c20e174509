"""The chain of a table: whoever changes or cuts what stands in a database, without the key, is found out."""

from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, text

from tests.cases import each
from tests.databases import CHAIN, changing
from tests.web.support.desk import call
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp import create_app
from webapp.config import Config, file_url
from webapp.store import Store, house, open_store
from webapp.store.backups.copies import read_snapshot
from webapp.store.chain.key import BadKey, OtherKey, chain_of, key_in, known_chain_of
from webapp.store.chain.links import Chain, Misfit, chain_anew, misfits
from webapp.store.models import Table


def found(store: Store, chain: Chain = CHAIN) -> list[Misfit]:
    with read_snapshot(store.url) as connection:
        return list(misfits(connection, chain))


@pytest.fixture
def disputed(site: Site, trick: Phone) -> Phone:
    """Five entries stand in the log, and two lines on the desk."""
    for _ in range(2):
        assert call(trick.client, trick.table).status_code == 303
    assert len(site.store.desk(trick.table.id)) == 2
    return trick


def test_what_is_played_fits(site: Site, disputed: Phone) -> None:
    assert found(site.store) == []
    assert found(site.store, Chain(b"another key"))[0] == Misfit(disputed.table.id, 1)


@each(
    "command, misfit",
    [
        ("UPDATE events SET body = replace(body, '2C', '3C') WHERE seq = 3", (3, False, False)),
        ("UPDATE events SET device_id = NULL WHERE seq = 2", (2, False, False)),
        ("UPDATE events SET op = 'x' WHERE seq = 4", (4, False, False)),
        ("UPDATE events SET made_at = '2026-01-01 00:00:00.000001' WHERE seq = 1", (1, False, False)),
        ("UPDATE events SET seq = seq + 1 WHERE seq = 5", (5, False, False)),
        ("DELETE FROM events WHERE seq = 2", (2, False, False)),
        ("DELETE FROM events WHERE seq = 5", (4, False, True)),
        ("DELETE FROM events", (0, False, True)),
        ("UPDATE tables SET log_head = (SELECT link FROM events WHERE seq = 5)", (5, False, True)),
        ('UPDATE tables SET players = \'["Ann", "Ben", "Eve"]\'', (1, False, False)),
        ("UPDATE desk_lines SET kind = 'resume' WHERE id = (SELECT max(id) FROM desk_lines)", (2, True, False)),
        ("DELETE FROM desk_lines WHERE id = (SELECT min(id) FROM desk_lines)", (1, True, False)),
        ("DELETE FROM desk_lines WHERE id = (SELECT max(id) FROM desk_lines)", (1, True, True)),
        ("DELETE FROM desk_lines", (0, True, True)),
    ],
)
def test_the_first_line_that_does_not_fit_is_found(
    site: Site, disputed: Phone, command: str, misfit: tuple[int, bool, bool]
) -> None:
    with changing(site.store) as session:
        session.execute(text(command))
        assert [*misfits(session.connection(), CHAIN)] == [Misfit(disputed.table.id, *misfit)]
        session.rollback()


def test_made_anew_it_fits_the_key_that_made_it(site: Site, disputed: Phone) -> None:
    other = Chain(b"another key")
    with changing(site.store) as session:
        chain_anew(session.connection(), other)
    assert found(site.store, other) == []
    assert len(found(site.store)) == 2, "its log and its desk"


def test_another_table_beside_it_fits_as_before(site: Site, disputed: Phone, table: Table) -> None:
    other = site.store.create_successor(table.id, first_dealer=1)
    assert other is not None
    with changing(site.store) as session:
        session.execute(text(f"UPDATE events SET table_id = {other.id} WHERE seq > 3"))
    assert {one.table_id for one in found(site.store)} == {table.id, other.id}


def test_the_key_is_made_once_and_nobody_else_reads_it(tmp_path: Path) -> None:
    key = key_in(tmp_path / "house")
    assert len(key) == 32
    assert key_in(tmp_path / "house") == key
    (file,) = (tmp_path / "house").iterdir()
    assert file.stat().st_mode & 0o077 == 0
    assert Chain(key).key_id == chain_of(Config(instance=tmp_path / "house")).key_id


def with_key(folder: Path, database: URL | None, key: str) -> Store:
    """Starts the application with this key, and has it open a table."""
    config = Config(instance=folder, log="quiet", chain_key=key * 32, server=database)
    store: Store = create_app(config).extensions["sixfold"].store
    device = store.add_device("host")
    store.create_table(game="any-game", players=["Ann", "Ben"], options={}, device_id=device.id)
    return store


@pytest.mark.both_databases
def test_a_machine_with_another_key_does_not_start(tmp_path: Path, database: URL | None) -> None:
    ours, theirs = (Chain(bytes.fromhex(key * 32)).key_id for key in ("ab", "cd"))
    for _ in range(2):
        store = with_key(tmp_path, database, "ab")
        store.close()
    with pytest.raises(OtherKey, match=f"has key {ours}, and here is key {theirs}. Bring the house's own") as refusal:
        with_key(tmp_path, database, "cd")
    assert "\n" not in str(refusal.value)
    with pytest.raises(OtherKey, match=f"has key {ours}, and the key {tmp_path}/chain.key cannot be read"):
        create_app(Config(instance=tmp_path, log="quiet", server=database))
    assert not (tmp_path / "chain.key").exists(), "a key of its own would be a second one"
    with_key(tmp_path, database, "ab").close()


@pytest.mark.both_databases
def test_processes_that_start_together_have_one_key(
    tmp_path: Path, database: URL | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One has found no key, and the other makes and notes it before the first one asks what is noted."""
    config = Config(instance=tmp_path, server=database)

    def look(url: URL) -> AbstractContextManager[Connection]:
        monkeypatch.setattr(house, "read_snapshot", read_snapshot)
        house.open_house(config).close()
        return read_snapshot(url)

    monkeypatch.setattr(house, "read_snapshot", look)
    house.open_house(config).close()
    assert house.house_chain(config).key_id == known_chain_of(config).key_id


@pytest.mark.both_databases
def test_of_a_house_that_was_made_before_keys_were_noted_the_tables_tell(tmp_path: Path, database: URL | None) -> None:
    store = with_key(tmp_path, database, "ab")
    store.create_table(game="any-game", players=["Cat", "Dan"], options={}, device_id=1)
    with changing(store) as session:
        session.execute(text("DELETE FROM house"))
        session.execute(text("UPDATE tables SET log_head = 'changed' WHERE id = 2"))
    store.close()
    with pytest.raises(OtherKey, match="another key than"):
        with_key(tmp_path, database, "cd")
    with_key(tmp_path, database, "ab").close()
    with pytest.raises(OtherKey, match="has key"):
        with_key(tmp_path, database, "cd")


def test_a_key_of_the_settings_goes_before_it(tmp_path: Path) -> None:
    config = Config.from_env({"SIXFOLD_CHAIN_KEY": "ab" * 32, "SIXFOLD_INSTANCE": str(tmp_path / "house")})
    assert chain_of(config).key_id == Chain(b"\xab" * 32).key_id
    assert not (tmp_path / "house").exists()
    assert "abab" not in repr(config)


def test_what_is_no_key_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match=r"cannot be read: No such file"):
        known_chain_of(Config(instance=tmp_path))
    (tmp_path / "chain.key").write_text("hello")
    with pytest.raises(BadKey, match="holds no key of 64"):
        open_store(file_url(tmp_path / "sixfold.sqlite")).chain  # noqa: B018  # made when it is first asked for
