"""Tables of which size: as few people as possible sit out, then as many as possible at the preferred size."""

import pytest

from tests.cases import each
from tests.web.evening.seating.rounds import seat
from webapp.evening.seating.shape import (
    SeatingKind,
    SeatingRefused,
    SeatingRequest,
    Unseatable,
    round_shape,
)


@each(
    "people sizes tables byes",
    [
        (16, (4,), (4, 4, 4, 4), 0),
        (17, (4,), (4, 4, 4, 4), 1),
        (10, (4, 3), (4, 3, 3), 0),
        (11, (4, 3), (4, 4, 3), 0),
        (12, (4, 3), (4, 4, 4), 0),
        (12, (3, 4), (3, 3, 3, 3), 0),
        (5, (4, 3), (4,), 1),
        (9, (4, 3, 5), (3, 3, 3), 0),
        (7, (2, 3), (2, 2, 3), 0),
        (2, (2,), (2,), 0),
        (400, (4,), (4,) * 100, 0),
    ],
)
def test_people_find_tables(people: int, sizes: tuple[int, ...], tables: tuple[int, ...], byes: int) -> None:
    shape = round_shape(people, sizes)
    assert (shape.sizes, shape.byes) == (tables, byes)


def test_couples_have_tables_of_four() -> None:
    assert round_shape(6, (3, 4), couples=3).sizes == (4,)
    assert round_shape(7, (3, 4), couples=2).sizes == (3, 4)
    assert round_shape(6, (4, 3), couples=0).sizes == (3, 3)


@each(
    "changed reason number",
    [
        ({"people": (1,)}, Unseatable.TOO_FEW, 1),
        ({"people": ()}, Unseatable.TOO_FEW, 0),
        ({"people": tuple(range(401))}, Unseatable.TOO_MANY, 401),
        ({"sizes": ()}, Unseatable.NO_SIZES, 0),
        ({"sizes": (4, 1)}, Unseatable.NO_SIZES, 0),
        ({"people": (1, 2, 3, 2)}, Unseatable.LISTED_TWICE, 2),
        ({"pairs": True, "partners": ((1, 2), (2, 3))}, Unseatable.LISTED_TWICE, 2),
        ({"kind": SeatingKind.FIXED, "fixed": ((1, 2), (3, 1))}, Unseatable.LISTED_TWICE, 1),
        ({"pairs": True, "sizes": (3,), "partners": ((1, 2), (3, 4))}, Unseatable.PARTNERS_APART, 2),
    ],
)
def test_what_cannot_be_seated_is_refused_with_its_reason(
    changed: dict[str, object], reason: Unseatable, number: int
) -> None:
    asked: dict[str, object] = {"kind": SeatingKind.DRAW, "people": (1, 2, 3, 4), "sizes": (4,)}
    with pytest.raises(SeatingRefused) as refused:
        seat(SeatingRequest(**{**asked, **changed}))  # type: ignore[arg-type]
    assert (refused.value.reason, refused.value.number) == (reason, number)
