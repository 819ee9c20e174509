"""Figures in lines: what each is called, what it counts, where it rests on a rule, what it has come to."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules_core.figures import EXTREMES, Figure, FigureType
from rules_core.games import GAMES
from webapp.club.history.player_totals import FigureTotal
from webapp.games.common.figure_titles import figure_meaning, figure_title
from webapp.games.common.rulebook.links import rule_url
from webapp.games.common.sheet_words import hands_said
from webapp.games.registry import is_offered
from webapp.words.figure_kit import value_said


@dataclass(frozen=True)
class FigureLine:
    """A figure in words. `among` says of how many hands it is told; `match` is the table that an extreme is from."""

    title: str
    meaning: str
    value: str
    among: str
    private: bool
    rule: str | None
    rule_url: str | None
    match: int | None


def figure_lines(game: str, totals: Mapping[str, FigureTotal]) -> list[FigureLine]:
    """Returns these figures of a game in its order, those for the player alone last; none of a game not offered."""
    kinds = GAMES[game].figure_types if is_offered(game) else ()
    found = [_line(game, kind, totals[kind.code]) for kind in kinds if kind.code in totals]
    return sorted(found, key=lambda line: line.private)


def _line(game: str, kind: FigureType, total: FigureTotal) -> FigureLine:
    return FigureLine(
        title=figure_title(game, kind.code),
        meaning=figure_meaning(game, kind.code),
        value=value_said(total.figure),
        among=_among(game, total.figure),
        private=total.figure.private,
        rule=kind.rule,
        rule_url=kind.rule and rule_url(game, kind.rule),
        match=None if total.match is None else int(total.match),
    )


def _among(game: str, figure: Figure) -> str:
    """Returns of how many hands a number is told; of a share or a rate the number says its whole itself."""
    return hands_said(game, figure.of) if figure.kind in ("count", "points", *EXTREMES) else ""
