"""What the doors of the organiser's page say: who has no table, who has read the newest announcement."""

from webapp.club.evening.announcements import readers
from webapp.club.evening.keeper import EveningNow


def without_table(now: EveningNow) -> int:
    """Returns how many who are here neither sit at a table of the round nor sit out."""
    here = now.state.round
    if here is None or here.ended:
        return 0
    seated = {person for one in here.sittings.values() for person in one.people} | set(here.byes)
    return sum(one.number not in seated for one in now.state.present)


def announced_and_read(now: EveningNow) -> tuple[int, int] | None:
    """Returns how many phones have read the newest announcement, and how many it is for; None before there is one."""
    if not now.state.announcements:
        return None
    found = readers(now, now.state.announcements[-1])
    return len(found.read), found.asked
