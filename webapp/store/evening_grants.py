"""Grants of an evening: what each device is there."""

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.store.evening_models import EveningGrant
from webapp.store.evening_roles import EveningRole
from webapp.store.models import now


def evening_grant_of(session: Session, evening_id: int, device_id: int) -> EveningGrant | None:
    """Returns the active grant of a device at an evening."""
    wanted = select(EveningGrant).where(
        col(EveningGrant.evening_id) == evening_id,
        col(EveningGrant.device_id) == device_id,
        col(EveningGrant.until).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def grant_of_person(session: Session, evening_id: int, person: int) -> EveningGrant | None:
    """Returns the active grant of the device that stands for somebody on the list."""
    wanted = select(EveningGrant).where(
        col(EveningGrant.evening_id) == evening_id,
        col(EveningGrant.person) == person,
        col(EveningGrant.until).is_(None),
    )
    return session.scalars(wanted).one_or_none()


def free_person(session: Session, evening_id: int, person: int) -> int | None:
    """Lets the device go that stands for somebody, and returns it; who runs the evening as well stays that."""
    held = grant_of_person(session, evening_id, person)
    if held is None:
        return None
    held.until = now()
    session.flush()
    if held.role != EveningRole.PLAYER:
        kept = held.model_dump(include={"evening_id", "device_id", "role", "name", "read_lines"})
        session.add(EveningGrant(**kept))
        session.flush()
    return held.device_id


def active_at_evening(session: Session, evening_id: int) -> list[EveningGrant]:
    """Returns the active grants of an evening, the oldest first."""
    wanted = (
        select(EveningGrant)
        .where(col(EveningGrant.evening_id) == evening_id, col(EveningGrant.until).is_(None))
        .order_by(col(EveningGrant.id))
    )
    return list(session.scalars(wanted))
