"""Figures of a game in lines: title, meaning, rule, value."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules_core.figures import EXTREMES, Figure, FigureType
from rules_core.games import GAMES
from webapp.circle.history.totals import FigureTotal
from webapp.games.common.rulebook import rule_url
from webapp.games.common.sheet_words import hands_said
from webapp.games.registry import is_offered, look_of
from webapp.http.language import gettext as _
from webapp.words.hand_kit import SHARED, value_said


def figure_title(game: str, code: str) -> str:
    """Returns the name of a figure."""
    look = look_of(game)
    words = look.figures.get(code) or SHARED.get(code)
    return _(words.title) if words else look.entry_form.label(code)


def figure_meaning(game: str, code: str) -> str:
    """Returns the sentence that says what a figure counts; empty where its name says it all."""
    words = look_of(game).figures.get(code) or SHARED.get(code)
    return _(words.meaning) if words else ""


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
