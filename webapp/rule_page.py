"""What the pages of the rule book show: chapters, as they hold at a table, and what a search has found in them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import url_for
from markupsafe import Markup, escape

from webapp.access import viewer_of
from webapp.models import Table
from webapp.play import UnknownTable
from webapp.rooms import rooms
from webapp.rulebook import CHAPTERS, EVERY_TABLE, here, search
from webapp.rulebook.here import RuleInFull
from webapp.rulebook.rule import Rule
from webapp.typed import whole
from webapp.words.games import game_name


@dataclass(frozen=True)
class Reader:
    """Who reads the book: the table whose options apply, if any, the page to go back to, and what was asked for."""

    back: str = ""
    query: str = ""
    table: Table | None = None
    options: Any = None
    words: search.Asked = field(default=())

    @property
    def kept(self) -> dict[str, Any]:
        """What every link within the book carries along."""
        return {"table": self.table.id if self.table else None, "back": self.back or None}


def reader(asked_table: str | None, query: str, back: str, game: str | None = None) -> Reader:
    """Returns the reader. A table counts only for somebody who is let in there, and where its game is read."""
    query = query.strip()[: search.LONGEST]
    words = search.asked(query)
    number = whole(asked_table)
    try:
        now = rooms().play.at(number) if number is not None and viewer_of(number).may_see else None
    except UnknownTable:
        now = None
    if now is None or game not in (None, now.table.game):
        return Reader(back, query, words=words)
    return Reader(back, query, now.table, now.fold.state.options, words)


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
    """Rules that belong together, under the name of their game; None: what holds at every table."""

    game: str | None
    name: str
    rules: tuple[Shown, ...]
    url: str


def chapter(game: str, by: Reader) -> Chapter:
    """Returns the rules of a game that hold what was asked for; all of them where nothing was."""
    at = by.options if by.table and by.table.game == game else None
    players = len(by.table.players) if by.table else 0
    told = [here.at_table(rule, game, at, players) for rule in CHAPTERS[game]]
    url = url_for("rules.show", game=game, **by.kept)
    return Chapter(game, game_name(game), _shown(told, by, url), url)


def every_table(by: Reader, game: str | None = None) -> Chapter:
    """Returns the same of what holds at every table; `game`: within the book of this game."""
    url = url_for("rules.show", game=game, **by.kept) if game else url_for("rules.index", **by.kept)
    return Chapter(None, "", _shown(_plain(EVERY_TABLE), by, url), url)


def _plain(rules: Sequence[Rule]) -> list[RuleInFull]:
    return [RuleInFull(rule.number, rule.source, str(rule.title), str(rule.text)) for rule in rules]


def _shown(rules: Sequence[RuleInFull], by: Reader, url: str) -> tuple[Shown, ...]:
    return tuple(
        Shown(
            rule,
            search.number_marked(rule.number, by.words),
            search.marked(rule.title, by.words),
            search.marked(rule.text, by.words),
            search.marked(rule.chosen, by.words) if rule.chosen else None,
            # In the whole book a number is the link to itself, to be copied.
            f"{url if by.words else ''}#{escape(rule.number)}",
        )
        for rule in rules
        if search.holds(rule, by.words)
    )
