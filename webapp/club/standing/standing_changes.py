"""What became different between two standings, so that a correction says what it changed."""

from dataclasses import dataclass

from webapp.club.standing.scoring import Points
from webapp.club.standing.standing_rows import Row, Standing


@dataclass(frozen=True)
class Change:
    """A person's totals and place before and now; None where there was or is no row."""

    person: int
    total_before: Points | None
    total: Points | None
    game_points_before: Points | None
    game_points: Points | None
    place_before: int | None
    place: int | None


def changes(before: Standing, after: Standing) -> tuple[Change, ...]:
    """Returns whose totals or place differ, in the order of the standing now; who has no row any more comes last."""
    was = {row.person: row for row in before.rows}
    now = {row.person: row for row in after.rows}
    people = [*now, *(person for person in was if person not in now)]
    found = (_change(person, was.get(person), now.get(person)) for person in people)
    return tuple(one for one in found if _differs(one))


def _change(person: int, was: Row | None, now: Row | None) -> Change:
    return Change(
        person,
        was.total if was else None,
        now.total if now else None,
        was.game_points if was else None,
        now.game_points if now else None,
        was.place if was else None,
        now.place if now else None,
    )


def _differs(one: Change) -> bool:
    return (one.total_before, one.game_points_before, one.place_before) != (one.total, one.game_points, one.place)
