"""Who may become the referee: nobody who played or hosts here, once a referee is seated or something is fixed."""

from webapp.services import services
from webapp.table.permissions import has_referee


def has_taken_part(table_id: int, device_id: int) -> bool:
    """Tells whether this device hosts the table, or has ever held a seat at it."""
    held = (grant for grant in services().store.all_grants(table_id) if grant.device_id == device_id)
    return any(grant.is_host or grant.seat is not None for grant in held)


def is_barred(table_id: int, device_id: int | None) -> bool:
    """Tells whether this device may not rule here: it would change what another referee, or all sides, decided."""
    now = services().play.at(table_id)
    decided = has_referee(now) or bool(now.desk.fixed)
    return decided and device_id is not None and has_taken_part(table_id, device_id)
