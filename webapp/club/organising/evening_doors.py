"""What the doors of the organiser's page say: who has no table, who has read the newest announcement."""

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
    newest = now.state.announcements[-1]
    here = now.state.round
    people = {
        person
        for number in newest.tables
        for one in ([here.sittings[number]] if here is not None and number in here.sittings else [])
        for person in one.people
    }
    readers = [one for one in now.grants if one.person is not None and (not newest.tables or one.person in people)]
    return sum(one.read_lines >= newest.line for one in readers), len(readers)
