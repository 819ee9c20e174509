"""Guides of the games: each step of a sample hand with the table at that moment."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, render_template
from msgspec import structs

from rules_core.replay import Fold
from webapp.games.common.lesson import Guide
from webapp.games.common.names import game_name
from webapp.games.common.plain_guide import guide_of
from webapp.games.common.questions import choices
from webapp.games.registry import looks
from webapp.http.answers import back_link
from webapp.http.language import gettext as _
from webapp.live.page import context
from webapp.pages.table_page import TablePage
from webapp.store.models import Table
from webapp.table.folded_log import FoldedLog
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cards import SUITS, card_names, suit_name


def steps(guide: Guide) -> list[dict[str, Any]]:
    """Returns for each step its taps and texts, and the table as a spectator would see it then."""
    return [
        {
            "title": step.title,
            "caption": step.caption,
            "keys": [_key(str(key)) for key in step.keys],
            **on_the_cloth(guide.game, guide.players, fold),
        }
        for step, fold in guide.moments()
    ]


def on_the_cloth(game: str, players: Sequence[str], fold: Fold) -> dict[str, Any]:
    """Returns the context of a table's templates for a spectator.

    The sample lies in no database, so none of a table's addresses is there: those on its cloth lead nowhere.
    """
    usual = {question.option: str(question.usual) for question in choices(game)}
    sample = Table(id=0, game=game, players=list(players), options={}, choices=usual)
    shown = context(Snapshot(sample, FoldedLog(fold)), Viewer())
    page: TablePage = shown["page"]
    return {**shown, "page": structs.replace(page, urls=dict.fromkeys(page.urls, "#"))}


def _key(face: str) -> tuple[str, str, str]:
    """Face of a key: its text, its kind (a card, a suit, words), and its name."""
    if face in card_names():
        return face, "card", card_names()[face]
    return (face, "suit", suit_name(face)) if face in tuple(SUITS) else (face, "words", face)


bp = Blueprint("guides", __name__)
bp.add_app_template_global(guide_of)


@bp.get("/games/<game>/entering")
def entering(game: str) -> str:
    if game not in looks():
        abort(404, description=_("There is no game of this name here."))
    guide = guide_of(game)
    if guide is None:
        abort(404, description=_("Nobody has written down how this game is entered."))
    return render_template(
        "tables/guides/entering.html",
        page={"game": game, "game_name": game_name(game)},
        steps=steps(guide),
        back=back_link(),
    )
