"""Circles: opening one, its page, its players and matches, its tables, and leaving it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import (
    current_device,
    current_or_new_device,
    new_form_key,
    once,
    require,
    sent_form_key,
    viewer_of,
)
from webapp.access.new_tables import Opener
from webapp.access.visit import visit
from webapp.circle import acts
from webapp.circle.acts import Refused, open_circle
from webapp.circle.match_days import today
from webapp.circle.matches import search_of_request
from webapp.circle.meetings import meetings_of
from webapp.circle.ratings import ENOUGH_MATCHES, HUNDREDTHS, START, UNSURE, WORTH_MATCHES, Sample, sample
from webapp.circle.tables import CircleTables
from webapp.circle.tables_in_play import SIT, WISHES, join_in_play, tables_in_play
from webapp.circle.visit import CircleVisit, circles_here, if_there, visit_all_matches, visit_circle
from webapp.evening.visit import evening_viewer, visit_to_run
from webapp.games.common.names import game_about
from webapp.games.registry import looks
from webapp.history.scores.match_end import place_said
from webapp.http.answers import Page, local_path, not_for_back, page_too_soon
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import EVENINGS_OFFERED, LONGEST_TITLE, MATCHES_A_PAGE
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.circle_models import Circle, CircleMatch, CirclePlayer, CircleRating
from webapp.store.errors import TooManyOpened
from webapp.store.evening_models import Evening
from webapp.store.models import SeatRequest, Table
from webapp.store.roles import Scope
from webapp.table import forms
from webapp.table.forms import op_in
from webapp.words.limits_reached import too_many_opened
from webapp.words.phrases import number

LOWEST, HIGHEST = START - 2 * UNSURE, START + 2 * UNSURE
"""The strengths, in hundredths, at the ends of the line on which ratings lie."""
LINE = 100
"""How long that line is drawn."""


@dataclass(frozen=True)
class PlayerRow:
    """A player of a circle in one game. The bar reaches from `left` to `right`, its middle is at `at`.

    `day_only`: of the last match no time is known.
    """

    player: CirclePlayer
    newest: CircleRating
    day_only: bool

    @property
    def ended_at(self) -> datetime:
        return self.newest.ended_at

    @property
    def says(self) -> Sample:
        return sample(self.newest.matches)

    @property
    def strength(self) -> int:
        """The strength in whole points."""
        return round(self.newest.strength / HUNDREDTHS)

    @property
    def doubt(self) -> int:
        """One standard deviation, in whole points."""
        return round(self.newest.uncertainty / HUNDREDTHS)

    @property
    def at(self) -> int:
        """Where the strength lies on the line."""
        return _on_line(self.newest.strength)

    @property
    def left(self) -> int:
        """Where the bar of doubt begins."""
        return _on_line(self.newest.strength - self.newest.uncertainty)

    @property
    def right(self) -> int:
        return _on_line(self.newest.strength + self.newest.uncertainty)


def player_rows(
    ratings: Iterable[CircleRating], players: Mapping[int, CirclePlayer], days_only: Collection[int]
) -> list[PlayerRow]:
    """Returns the players of a game by their current ratings: the strongest first, unrated ones last.

    `days_only`: tables of whose matches no time is known.
    """
    rows = [PlayerRow(players[row.player_id], row, row.table_id in days_only) for row in ratings]
    return sorted(rows, key=lambda row: (row.says != "enough", -row.newest.strength, row.player.name))


def sides_of(row: CircleMatch, players: Mapping[int, CirclePlayer]) -> list[tuple[list[str], str, bool]]:
    """Returns the names of each side of a match, its score or its place, and whether it won, the best first."""
    places, scores = row.summary["places"], row.summary["scores"]
    return [
        (
            [players[row.players[seat]].name for seat in row.summary["sides"][side]],
            number(scores[side]) if scores else place_said(places[side]),
            side in row.summary["winners"],
        )
        for side in sorted(range(len(places)), key=places.__getitem__)
    ]


def _on_line(strength: int) -> int:
    return max(0, min(LINE, round(LINE * (strength - LOWEST) / (HIGHEST - LOWEST))))


bp = Blueprint("circles", __name__, url_prefix="/circles")


@bp.app_template_global()
def circle_of(circle_id: int | None, device_id: int | None) -> Circle | None:
    """Returns the circle of a table or an evening for a phone that belongs to it."""
    circles = services().store.circles_of(device_id) if device_id and circle_id else []
    return next((circle for circle in circles if circle.id == circle_id), None)


@bp.app_template_global()
def is_still_counting(circle: Circle) -> bool:
    """Tells whether matches or ratings of a circle are still to come."""
    return services().store.is_still_counting(circle.id)


@bp.get("/new")
def new() -> str:
    """Asks for the name of a circle; `table`: its people are the first players."""
    return _form(new_form_key(), "", _table(request.args.get("table", "")))


@bp.post("")
def create() -> Response | Page:
    """Opens a circle and leads to it; a form that was sent twice has opened one."""
    table, name = _table(request.form.get("table", "")), request.form.get("name", "")
    op = op_in(request.form)
    try:
        circle = open_circle(name, lambda: Opener(current_or_new_device(op).id, sent_form_key(op)), table)
    except TooManyOpened as problem:
        return page_too_soon(_form(op, name, table, Refused(too_many_opened(problem))), problem.seconds)
    if isinstance(circle, Refused):
        return _form(op, name, table, circle), circle.status
    return redirect(url_for("circles.show", circle_id=circle.id), 303)


@bp.get("/<int:circle_id>")
def show(circle_id: int) -> str:
    """Shows the tables in play, and the players of a circle by their rating in a game."""
    return _page(visit_circle(circle_id))


@bp.post("/<int:circle_id>/tables/<int:table_id>/join")
def join_table(circle_id: int, table_id: int) -> Response | Page:
    """Sits this phone down at a table that is played at, on the seat of its player, or has it watch there."""
    here, wish = visit_circle(circle_id), forms.choice(request.form, "as", WISHES)
    done = if_there(lambda: join_in_play(here, table_id, sits=wish == SIT), _("This circle has no such table."))
    if isinstance(done, Refused):
        return _page(here, done.said), done.status
    return redirect(
        url_for("seats.show_request" if isinstance(done, SeatRequest) else "tables.show", table_id=table_id), 303
    )


def _page(here: CircleVisit, problem: str = "") -> str:
    store, circle_id = services().store, here.circle.id
    games, players = store.games_played(circle_id), store.circle_players(circle_id)
    game = _chosen(games) or next(iter(games), "")
    return here.page(
        "circle/show.html",
        problem=problem,
        playing=tables_in_play([here]),
        meetings=meetings_of([here]),
        games=games,
        game=game,
        matches=sum(games.values()),
        names=[player.name for player in players.values() if player.is_standing and not player.guest],
        rows=player_rows(store.newest_ratings(circle_id, game), players, store.days_only(circle_id)),
        enough=ENOUGH_MATCHES,
        worth=WORTH_MATCHES,
        files=store.count_from_files(circle_id, game),
        seasons=[one for one in store.circle_seasons(circle_id) if one.runs_on(today())],
        own=players.get(here.player_id or 0),
    )


@bp.get("/<int:circle_id>/matches")
def matches(circle_id: int) -> str:
    """Shows the matches of a circle, the newest first: all, or those that were asked for."""
    here, store = visit_circle(circle_id), services().store
    games, players = store.games_played(circle_id), store.circle_players(circle_id)
    asked = search_of_request(circle_id, games, players)
    count = store.count_matches(asked.wanted)
    page = max(1, min(parse_integer(request.args.get("page", "")) or 1, 1 + count // MATCHES_A_PAGE))
    shown = store.find_matches(asked.wanted, limit=MATCHES_A_PAGE, offset=(page - 1) * MATCHES_A_PAGE)
    return here.page(
        "circle/matches.html",
        games=games,
        asked=asked,
        chosen=[*asked.players, None, None][:2],
        players=players,
        rows=[(row, sides_of(row, players)) for row in shown],
        notes=store.circle_notes(circle_id),
        count=count,
        older=page + 1 if count > page * MATCHES_A_PAGE else None,
    )


@bp.get("/<int:circle_id>/open")
def open_table(circle_id: int) -> str:
    """Asks which game is played: the table belongs to the circle at once, which suggests its players."""
    here = visit_circle(circle_id)
    return here.page("circle/open.html", games={game: game_about(game) for game in looks()})


@bp.get("/<int:circle_id>/more")
def more(circle_id: int) -> str:
    """Shows further actions: tables given to the circle, another phone, leaving."""
    return _more(visit_circle(circle_id))


def _more(here: CircleVisit, refused: Refused | None = None) -> str:
    devices = len(services().store.grants(here.circle.id, Scope.CIRCLE))
    return here.page(
        "circle/more.html",
        refused=refused,
        tables=_tables_to_give(here),
        given=_own_tables(here),
        evenings=[one for one in _evenings_run(here) if one.circle_id is None],
        given_evenings=[one for one in _evenings_run(here) if one.circle_id == here.circle.id],
        devices=devices,
    )


@bp.post("/<int:circle_id>/tables")
def give(circle_id: int) -> Response | Page:
    """Gives a table of this phone to the circle, at any point of its match, or an evening with all its tables."""
    here = visit_circle(circle_id)
    if "evening" in request.form:
        refused = acts.give_evening(circle_id, _sent_evening())
    else:
        refused = acts.give_table(circle_id, _sent_table().id)
    if refused is not None:
        return _more(here, refused), refused.status
    back = local_path(request.form.get("back", "")) or url_for("circles.more", circle_id=circle_id)
    return redirect(back, 303)


@bp.post("/<int:circle_id>/tables/back")
def take_back(circle_id: int) -> Response:
    """Takes a table of this phone, or an evening, back from the circle: nothing of it stays there."""
    visit_circle(circle_id)
    if "evening" in request.form:
        services().part(CircleTables).take_evening_back(_sent_evening(), circle_id)
    else:
        services().part(CircleTables).take_back(_sent_table().id, circle_id)
    return redirect(url_for("circles.more", circle_id=circle_id), 303)


@bp.post("/<int:circle_id>/from-files")
def count_files(circle_id: int) -> Response:
    """Leaves matches from files out, or makes them count again; ratings are computed again."""
    visit_all_matches(circle_id)
    services().part(CircleTables).count_files(circle_id, counted=forms.choice(request.form, "count") == "yes")
    return redirect(url_for("circles.more", circle_id=circle_id), 303)


@bp.post("/<int:circle_id>/leave")
def leave(circle_id: int) -> Response:
    """Ends that this phone belongs to the circle."""

    def let_go(key: Key | None) -> None:
        acts.leave_circle(visit_circle(circle_id), key)

    once(Scope.CIRCLE, circle_id, let_go)
    return redirect(url_for("home.index"), 303)


def _form(op: str, name: str, table: Table | None, refused: Refused | None = None) -> str:
    device = current_device()
    if table is not None:
        not_for_back()  # its players are on it
    return render_template(
        "circle/new.html",
        op=op,
        name=name[: 2 * LONGEST_TITLE],
        table=table,
        fitting=services().store.circles_with(device.id, table.players) if table and device else [],
        refused=refused,
    )


def _chosen(games: Collection[str]) -> str:
    game = request.args.get("game", "")
    return game if game in games else ""


def _sent_table() -> Table:
    """Returns the table that the form names; ends the request where there is none that this phone hosts or plays."""
    table = _table(request.form.get("table", ""))
    if table is None:
        abort(400)
    return table


def _sent_evening() -> int:
    """Returns the evening that the form names; ends the request where this phone does not run it."""
    return visit_to_run(forms.integer(request.form, "evening")).now.row.id


def _table(sent: str) -> Table | None:
    """Returns the table that is given, None for none; ends the request where this phone neither hosts nor plays it."""
    if not sent:
        return None
    number = parse_integer(sent)
    if number is None:
        abort(400)
    here = visit(number)
    require(here.viewer.may_enter)
    return here.table


def _tables_to_give(here: CircleVisit) -> list[Table]:
    store, tables = services().store, services().store.tables_of(here.device_id)
    elsewhere = [table for table in tables if table.circle_id not in (None, here.circle.id)]
    taken = store.tables_of_strangers(here.circle.id, elsewhere) if elsewhere else set()
    free = (table for table in tables if table.circle_id is None or table.id in taken)
    return [table for table in free if viewer_of(table.id).may_enter]


def _evenings_run(here: CircleVisit) -> list[Evening]:
    evenings = services().store.evenings_of(here.device_id, EVENINGS_OFFERED)
    return [one for one in evenings if evening_viewer(one.id).runs]


def _own_tables(here: CircleVisit) -> list[Table]:
    tables = services().store.tables_of(here.device_id)
    return [table for table in tables if table.circle_id == here.circle.id and viewer_of(table.id).may_enter]


@bp.get("/<int:circle_id>/joined")
def show_joining(circle_id: int) -> str:
    """Asks for the circle of this phone to join; of one, shows the players in both."""
    return _joining_page(visit_circle(circle_id), parse_integer(request.args.get("circle", "")))


@bp.post("/<int:circle_id>/joined")
def join(circle_id: int) -> Response | Page:
    """Has another circle of this phone come over."""
    here, gone = visit_all_matches(circle_id), forms.integer(request.form, "circle")
    done = acts.join_circles(here, gone, request.form.getlist("same"))
    if isinstance(done, acts.Refused):
        return _joining_page(here, gone, done.said), done.status
    return redirect(url_for("circles.show", circle_id=circle_id), 303)


@bp.post("/<int:circle_id>/joined/<int:join_id>/undo")
def undo_join(circle_id: int, join_id: int) -> Response | Page:
    """Undoes a join, by the phone that made it, within a day."""
    here = visit_all_matches(circle_id)
    gone = _("Nothing of this number was brought in here by this phone, or it was taken back.")
    done = if_there(lambda: acts.part_circles(here, join_id), gone)
    if isinstance(done, acts.Refused):
        return _joining_page(here, None, done.said), done.status
    return redirect(url_for("circles.show", circle_id=done), 303)


def _joining_page(here: CircleVisit, chosen: int | None, fault: str = "") -> str:
    store = services().store
    others = [it.circle for it in circles_here(here.device_id) if it.circle.id != here.circle.id]
    gone = next((one for one in others if one.id == chosen), None)
    return here.page(
        "circle/joined.html",
        others=others,
        gone=gone,
        same={} if gone is None else store.same_names(here.circle.id, gone.id),
        ticked=request.form.getlist("same") if request.method == "POST" else None,
        players=0 if gone is None else len(store.circle_players(gone.id, forgotten=False)),
        matches=0 if gone is None else sum(store.games_played(gone.id).values()),
        joins=acts.joins_to_undo(here),
        fault=fault,
    )
