"""The picture of a table's result: its facts in the language of the request, drawn once and kept."""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from pathlib import Path
from threading import Lock

import gevent

from webapp.games.common.names import game_name
from webapp.games.common.sheet_words import counted
from webapp.games.registry import look_of
from webapp.history.picture.drawing import png
from webapp.history.picture.layout import CardFace, Facts
from webapp.history.scores.chart import Series, chart
from webapp.history.scores.match_end import MatchEnd, begun_at, length_of, match_end, place_said, time_said
from webapp.history.scores.score_sheet import sheet
from webapp.http.language import language
from webapp.http.limits import PICTURES_KEPT
from webapp.services import Services
from webapp.table.snapshot import Snapshot
from webapp.words.cards import rank_face, suit_sign
from webapp.words.dates import day
from webapp.words.turn import side_names

STYLES = Path(__file__).parents[2] / "static/app.css"
CLOTH = r"\[data-cloth=%s\]\{--cloth:(#\w{6});--cloth-lo:(#\w{6})"
PLAIN_CLOTH = ("#23282B", "#16191B")
"""That of a game which says no colours."""

Key = tuple[Hashable, ...]


class Pictures:
    """The newest pictures by what they show and its language. One is drawn at a time, in a thread outside the loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._lock = Lock()

    def of(self, now: Snapshot) -> bytes | None:
        """Returns the picture of a match that is over as PNG; None as long as it goes on."""
        return self.drawn((now.table.id, now.fold.seq, now.table.title, *now.table.players), lambda: facts_of(now))

    def drawn(self, shows: Key, told: Callable[[], Facts | None]) -> bytes | None:
        """Returns the picture of what is `told`, which is asked only where none is kept; None where nothing is."""
        key = (*shows, language())
        with self._lock:
            if key not in self._kept:
                facts = told()
                if facts is None:
                    return None
                self._kept[key] = gevent.get_hub().threadpool.apply(png, (facts,))
            self._kept.move_to_end(key)
            while len(self._kept) > PICTURES_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


def register(services: Services) -> None:
    """Adds the pictures that are kept."""
    services.add(Pictures())


def facts_of(now: Snapshot) -> Facts | None:
    """Returns what the picture tells, as the table's page does; None as long as the match goes on."""
    end = match_end(now)
    if end is None:
        return None
    begun = begun_at(now)
    table, found, look = now.table, sheet(now.fold, open_book=True), look_of(now.table.game)
    names = side_names(table.players, len(found.totals))
    drawn = chart([Series(*each) for each in zip(names, found.lines, strict=True)], len(found.hands), found.limits)
    before, winners, after = end.parts
    numbers = [*(level.value for level in drawn.levels), *(curve.total for curve in drawn.curves)]
    return Facts(
        game=game_name(table.game),
        when=", ".join(filter(None, (table.title, day(begun) if begun else ""))),
        before=before,
        winners=winners,
        after=after,
        best=end.best,
        places=end.places,
        place_names=[place_said(one.place) for one in end.places],
        fan=_fan(end),
        chart=drawn if found.hands else None,
        chart_numbers=[look.points_said(number) for number in numbers],
        first=found.view.winners[0],
        length=f"{counted(table.game, found.played, found.planned)}, {time_said(length_of(now))}",
        cloth=cloth_of(table.game),
    )


def _fan(end: MatchEnd) -> list[CardFace]:
    return [CardFace(rank_face(card), suit_sign(card[1]) if len(card) > 1 else "") for card in end.fan]


@cache
def cloth_of(game: str) -> tuple[str, str]:
    """Returns the light colours of a game's cloth, as its style has them."""
    found = re.search(CLOTH % re.escape(game), STYLES.read_text("utf-8"))
    return (found[1], found[2]) if found else PLAIN_CLOTH
