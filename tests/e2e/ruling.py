"""Three phones at one table: two players, and a referee who has been let in."""

from collections.abc import Iterable

from tests.e2e.phone import Event, Phone, Phones


def three_phones(phones: Phones, host: Phone, events: Iterable[Event], name: str = "Eva") -> tuple[str, Phone, Phone]:
    """Returns the table's address, and the phones of Ben and of the referee; the host's is Ann's."""
    ben, eva = phones(), phones()
    table = host.set_table(events)
    ben.is_let_in(host.way(table), "1")
    host.sit(table, 0)
    host.post(f"{table}/codes", role="referee")
    eva.is_let_in(host.way(table, "referee"), name=name)
    for phone in (host, ben, eva):
        phone.go(table)
    return table, ben, eva
