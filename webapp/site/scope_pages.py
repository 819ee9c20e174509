"""What pages about a table, an evening or a circle have in common: their heads, and their addresses."""

from typing import Any

from flask import url_for

from webapp.evening.visit import evening_viewer, open_evening_page
from webapp.games.common.names import game_name
from webapp.services import services
from webapp.store.roles import Scope


def head_of(owner: int, scope: Scope) -> dict[str, Any]:
    """Returns what the head of a page about a scope shows, for templates/access/_head.html."""
    if scope is Scope.TABLE:
        table = services().play.at(owner).table
        shown = {"table": table, "title": game_name(table.game), "game": table.game}
    elif scope is Scope.EVENING:
        state = open_evening_page(owner, evening_viewer(owner)).now.state
        shown = {"evening": state, "evening_id": owner, "title": state.title, "game": state.plan.game}
    else:
        circle = services().store.circle(owner)
        assert circle is not None  # a grant names a circle that there is
        shown = {"circle": circle, "title": circle.name, "game": ""}
    return {"scope": scope, **shown}


def url_in(endpoint: str, owner: int, scope: Scope) -> str:
    """Returns the address of a page about a scope."""
    where: dict[str, Any] = {scope.column: owner}
    return url_for(endpoint, **where)
