"""Rule books: chapters, the rules as they hold at a table, and a search."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from rules_core.games import GAMES
from webapp.access.device import viewer_of
from webapp.games.common import rulebook
from webapp.games.common.names import game_about, game_name
from webapp.games.common.questions import NotAnAnswer, questions
from webapp.games.common.rulebook import EVERY_TABLE, RuleInFull, chapters, example, game_of, prefixes
from webapp.games.registry import looks
from webapp.http.answers import back_link, local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_SEARCH
from webapp.services import services
from webapp.store.models import Table
from webapp.table.snapshot import NotOffered
from webapp.words.phrases import joined

REFEREE = "referee"  # the cloth of the pages on which is ruled
OF_A_TABLE = re.compile(r"/tables/(\d+)(?![^/?])")


@dataclass(frozen=True)
class Agreed:
    """Context of rules: the options of a game and the number of players, from a `table` or of one to be opened."""

    game: str
    options: Any
    players: int
    table: Table | None = None

    @property
    def said(self) -> str:
        if self.table is None:
            return _("With what is chosen for the new table so far.")
        return _("As agreed at the table of %(names)s.", names=joined(self.table.players))


@dataclass(frozen=True)
class Reader:
    """Context of the book: the options, if known, the page to go back to, and the search text.

    `kept` is what every link within the book carries along.
    """

    back: str
    query: str
    words: rulebook.Asked
    agreed: Agreed | None
    kept: Mapping[str, Any]

    @property
    def fields(self) -> list[tuple[str, Any]]:
        """The same for a form, a value a field."""
        return [(n, value) for n, kept in self.kept.items() for value in (kept if isinstance(kept, list) else [kept])]

    @property
    def table(self) -> Table | None:
        return self.agreed.table if self.agreed else None


def reader(asked: MultiDict[str, str], back: str, game: str | None = None) -> Reader:
    """Reads search and options from the query string, by default for all games."""
    query = asked.get("q", "").strip()[:LONGEST_SEARCH]
    agreed = _at_table(asked.get("table") or _left(back)) or (_chosen(game, asked) if game else None)
    if agreed is not None and game not in (None, agreed.game):
        agreed = None
    return Reader(back, query, rulebook.asked(query), agreed, _kept(agreed, asked, back))


def _left(back: str) -> str | None:
    found = OF_A_TABLE.match(back.removeprefix(request.script_root))
    return found[1] if found else None


def _at_table(number: str | None) -> Agreed | None:
    table_id = parse_integer(number)
    if table_id is None or not viewer_of(table_id).may_see:
        return None
    try:
        now = services().tables.at(table_id)
    except NotOffered:
        return None
    return Agreed(now.table.game, now.fold.state.options, len(now.table.players), now.table)


def _chosen(game: str, asked: MultiDict[str, str]) -> Agreed | None:
    fields = {q.field: q for q in questions(game, GAMES[game].options)}
    if not any(name in fields for name in asked):
        return None
    players = len(asked.getlist("name")[: max(GAMES[game].players)])
    try:
        answers = {q.option: q.answer(asked.get(name)) for name, q in fields.items() if q.players in (0, players)}
    except NotAnAnswer:
        return None
    return Agreed(game, GAMES[game].options(**answers), players)


def _kept(agreed: Agreed | None, asked: MultiDict[str, str], back: str) -> Mapping[str, Any]:
    kept: dict[str, Any] = {"back": back} if back else {}
    if agreed is None:
        return kept
    if agreed.table is not None:
        return {"table": agreed.table.id, **kept}
    chosen = {q.field: asked[q.field] for q in questions(agreed.game, GAMES[agreed.game].options) if q.field in asked}
    return {**chosen, "name": [""] * agreed.players, **kept}


@dataclass(frozen=True)
class Shown:
    """A rule as a page shows it; `url` is where it stands in the book."""

    told: RuleInFull
    number: Markup
    title: Markup
    text: Markup
    chosen: Markup | None
    url: str


@dataclass(frozen=True)
class Chapter:
    """Rules of one game, under its name; None: those of every table."""

    game: str | None
    name: str
    rules: tuple[Shown, ...]
    url: str


def chapter(game: str, by: Reader) -> Chapter:
    """Returns the rules of a game that match the search; all of them without one."""
    at = by.agreed if by.agreed and by.agreed.game == game else None
    told = [rulebook.at_table(rule, game, at and at.options, at.players if at else 0) for rule in chapters()[game]]
    url = url_for("rules.show", game=game, **by.kept)
    return Chapter(game, game_name(game), _shown(told, by, url), url)


def every_table(by: Reader, game: str | None = None) -> Chapter:
    """Returns the same of the rules of every table; `game`: within the book of this game."""
    url = url_for("rules.show", game=game, **by.kept) if game else url_for("rules.index", **by.kept)
    plain = [RuleInFull(rule.number, rule.source, str(rule.title), str(rule.text)) for rule in EVERY_TABLE]
    return Chapter(None, "", _shown(plain, by, url), url)


def found_said(chapters: Sequence[Chapter], by: Reader) -> str:
    """Returns how many rules match, and what to do where there is none."""
    found = sum(len(chapter.rules) for chapter in chapters)
    if not found:
        return _(
            "“%(words)s” stands in no rule here. Fewer words find more; numbers are found like %(number)s.",
            words=by.query,
            number=example(),
        )
    return ngettext(
        "“%(words)s” stands in %(num)s rule.", "“%(words)s” stands in %(num)s rules.", found, words=by.query
    )


def _shown(rules: Sequence[RuleInFull], by: Reader, url: str) -> tuple[Shown, ...]:
    return tuple(
        Shown(
            rule,
            rulebook.number_marked(rule.number, by.words),
            rulebook.marked(rule.title, by.words),
            rulebook.marked(rule.text, by.words),
            rulebook.marked(rule.chosen, by.words) if rule.chosen else None,
            # In the whole book a number is the link to itself, to be copied.
            f"{url if by.words else ''}#{escape(rule.number)}",
        )
        for rule in rules
        if rulebook.holds(rule, by.words)
    )


bp = Blueprint("rules", __name__)


@bp.get("/rules")
def index() -> str:
    """Shows the games and the rules of every table, or the search results in all of them."""
    by = _reader()
    found = [*(chapter(game, by) for game in chapters())] if by.words else []
    return _page(
        "site/rules/index.html", by, [*found, every_table(by)], games={game: game_about(game) for game in looks()}
    )


@bp.get("/rules/<game>")
def show(game: str) -> str | Response:
    """Shows every rule of a game, each with its number as an anchor; the number of a rule leads to its place."""
    if game not in chapters():
        return _to_rule(game.upper())
    by = _reader(game)
    read = [chapter(game, by), every_table(by, game)]
    return _page("site/rules/show.html", by, read, game=game, game_name=game_name(game))


@bp.get("/rules/<game>/sheet")
def sheet(game: str) -> Response:
    """Shows the rules of a game, by its name or the number of one, and of every table, for a sheet over a page.

    A page asks by its cloth: the referee's is no game's, and means the game of the table that is asked for, if any.
    """
    if game == REFEREE:
        by = _reader()
        of = by.table.game if by.table else None
    else:
        of = game if game in chapters() else _game_of(game.upper())
        by = _reader(of)
    read = [*([chapter(of, by)] if of else []), every_table(by, of)]
    answer = make_response(render_template("site/rules/sheet.html", chapters=read, at_table=by.table is not None))
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.add_etag()
    return answer.make_conditional(request)


def _game_of(number: str) -> str | None:
    """Returns the game of this rule, None where it holds at every table; aborts with 404 for no rule."""
    try:
        return game_of(number)
    except KeyError:
        known = number.partition("-")[0] in prefixes()
        abort(
            404,
            description=_("There is no rule of this number.") if known else _("There is no rule book of this name."),
        )


def _to_rule(number: str) -> Response:
    game = _game_of(number)
    kept = reader(request.args, back_link() or _came_from(), game).kept
    if game is None:
        return redirect(url_for("rules.index", _anchor=number, **kept))
    return redirect(url_for("rules.show", game=game, _anchor=number, **kept))


def _came_from() -> str:
    """Returns the page of this site on which the number of a rule was tapped."""
    asked = urlsplit(request.referrer or "")
    return local_path(urlunsplit(("", "", asked.path, asked.query, ""))) if asked.netloc == request.host else ""


def _reader(game: str | None = None) -> Reader:
    return reader(request.args, back_link(), game)


def _page(template: str, by: Reader, chapters: list[Chapter], **more: object) -> str:
    shown = [chapter for chapter in chapters if chapter.rules]
    return render_template(template, by=by, chapters=shown, found=found_said(shown, by), **more)
