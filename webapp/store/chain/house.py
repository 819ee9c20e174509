"""The house: the fingerprint of the key that confirms its lines, as it is noted in its database."""

from sqlalchemy import Connection, column, delete, inspect, select, table, text

from webapp.store.chain.links import Chain
from webapp.store.chain.walk import any_fits
from webapp.store.engines import StoreError

_HOUSE = table("house", column("number"), column("key"))
# Of two processes that start together the first one is believed.
_NOTE = text("INSERT INTO house (number, key) VALUES (1, :key) ON CONFLICT DO NOTHING")

HOW_TO_BRING = (
    "Bring the house's own: its chain.key into the instance folder, or its digits as SIXFOLD_CHAIN_KEY; a backup whose "
    "key is lost is taken by `sixfold restore --from-elsewhere`"
)


class OtherKey(StoreError):
    """This key is not the one of the house: what it confirms would fit neither what stands there nor its backups."""


def noted_key(connection: Connection) -> str | None:
    """Returns the fingerprint of the house's key; None: none is noted yet."""
    return connection.scalar(select(_HOUSE.c.key)) if inspect(connection).has_table(_HOUSE.name) else None


def note_key(connection: Connection, chain: Chain, *, anew: bool = False) -> None:
    """Notes the key as the house's where none is noted yet, `anew`: in place of the one that is."""
    if anew:
        connection.execute(delete(_HOUSE))
    connection.execute(_NOTE, {"key": chain.key_id})


def check_noted_key(connection: Connection, chain: Chain) -> bool:
    """Tells whether a key is noted. Raises OtherKey where it is another one."""
    noted = noted_key(connection)
    if noted not in (None, chain.key_id):
        raise OtherKey(f"the house of this database has key {noted}, and here is key {chain.key_id}. {HOW_TO_BRING}")
    return noted is not None


def check_key(connection: Connection, chain: Chain) -> bool:
    """Does the same; where none is noted, raises OtherKey unless this one confirms any table."""
    is_noted = check_noted_key(connection, chain)
    if not is_noted and not any_fits(connection, chain):
        raise OtherKey(f"another key than {chain.key_id} has confirmed the tables of this database. {HOW_TO_BRING}")
    return is_noted
