"""The rows of a standing for spreadsheets: plain values, without a heading."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from webapp.club.standing.point_parts import PenaltyPart
from webapp.club.standing.scoring import Points
from webapp.club.standing.standing_rows import Row, Standing

Value = int | str | Decimal | None
HUNDREDTH = Decimal("0.01")


def plain_rows(standing: Standing, names: Mapping[int, str]) -> list[list[Value]]:
    """Returns each person's cells: place, name, team, points by round, penalties of the evening, total, game points.

    There is a team where the scoring has teams, and game points where they are a second number. Shares of points are
    rounded to hundredths, halves up. None where somebody had nothing, and for the place before anything counts.
    """
    return [_cells(standing, row, names) for row in standing.rows]


def _cells(standing: Standing, row: Row, names: Mapping[int, str]) -> list[Value]:
    scoring = standing.scoring
    team: list[Value] = [scoring.teams.get(row.person, "")] if scoring.teams else []
    rounds = [None if cell.points is None else plain(scoring.shown_total(cell.points)) for cell in row.by_round]
    evening = [part.points for part in row.parts if isinstance(part, PenaltyPart) and part.round is None]
    second: list[Value] = [plain(scoring.shown_game_points(row.game_points))] if scoring.game_points_next else []
    return [
        row.place if standing.has_begun else None,
        names[row.person],
        *team,
        *rounds,
        plain(scoring.shown_total(sum(evening))) if evening else None,
        plain(scoring.shown_total(row.total)),
        *second,
    ]


def plain(points: Points) -> int | Decimal:
    """Returns points as a spreadsheet reads them: a whole number, or rounded to hundredths.

    >>> from fractions import Fraction
    >>> plain(3), plain(Fraction(5, 2)), plain(Fraction(10, 3))
    (3, Decimal('2.50'), Decimal('3.33'))
    """
    if points.denominator == 1:
        return points.numerator
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(HUNDREDTH, ROUND_HALF_UP)
