"""The picture of a match's result from what is kept of it: for phones of a circle that may not see its table."""

from collections.abc import Sequence

from webapp.games.common.game_names import game_name
from webapp.games.registry import look_of
from webapp.history.picture.layout import Facts
from webapp.history.picture.result import Pictures, cloth_of
from webapp.history.scores.match_end import Place
from webapp.history.scores.match_words import Length, place_said, time_said, win_said
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.circle_models import CircleMatch
from webapp.words.dates import day
from webapp.words.lists import joined
from webapp.words.sides import sides_said


def kept_picture(row: CircleMatch, names: Sequence[str]) -> bytes | None:
    """Returns the picture as PNG, with the names by seat; without cards and hands, of which nothing is kept."""
    shows = ("circle", row.table_id, row.model_dump_json(), *names)
    return services().part(Pictures).drawn(shows, lambda: _facts(row, names))


def _facts(row: CircleMatch, names: Sequence[str]) -> Facts:
    told, look = row.summary, look_of(row.game)
    sides = [joined([names[seat] for seat in seats]) for seats in told["sides"]]
    winners, best = told["winners"], look.points_said(told["scores"][told["winners"][0]])
    before, winning, after = _won([sides[side] for side in winners], best, partners=len(sides) < len(names))
    order = sorted(range(len(sides)), key=told["places"].__getitem__)
    minutes = round((row.ended_at - row.began_at).total_seconds() / 60)
    return Facts(
        game=game_name(row.game),
        when=day(row.began_at),
        before=before,
        winners=winning,
        after=after,
        best=best,
        places=[
            Place(told["places"][at], sides[at], look.points_said(told["scores"][at]), at in winners) for at in order
        ],
        place_names=[place_said(told["places"][at]) for at in order],
        fan=[],
        chart=None,
        chart_numbers=[],
        first=winners[0],
        length=time_said(Length(0, minutes, 0)),
        cloth=cloth_of(row.game),
    )


def _won(who: Sequence[str], best: str, *, partners: bool) -> tuple[str, str, str]:
    """Returns what is said before the winners, they, and what is said after them."""
    names = sides_said(who) if partners else joined(who)
    shared = _("%(name)s share the win", name=names) if len(who) > 1 else ""
    said, winning = win_said(who, best, shared, partners=partners)
    return said.partition(winning)
