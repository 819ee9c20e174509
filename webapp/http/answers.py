"""Page or fragment for htmx, and the back link."""

import re
from typing import Any

from flask import Response, after_this_request, g, has_request_context, make_response, render_template, request


def wants_fragment() -> bool:
    """Tells whether htmx made the request, to swap a fragment into a page that is open already."""
    return bool(getattr(request, "htmx", False))


def page_or_fragment(page: str, fragment: str, status: int = 200, /, **context: Any) -> Response:
    return make_response(render_template(fragment if wants_fragment() else page, **context), status)


def not_for_back() -> None:
    """Has the browser keep no answer to this request, also where its address names nothing that could be secret."""

    @after_this_request
    def says_so(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response


LOCAL_PATH = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")
CARRIED = frozenset({"film", "amendments"})
"""Blueprints whose pages take the back link along from one to the next, as far as they lead to each other."""


def back_link() -> str:
    """Returns the page of this site that the address names as `back`, or the form that was sent, or nothing."""
    return local_path(request.values.get("back", ""))


def local_path(path: str) -> str:
    """Returns a path that lies on this site, or nothing: nobody is sent elsewhere from here."""
    return path if LOCAL_PATH.fullmatch(path) else ""


def carry_back(endpoint: str, values: dict[str, Any]) -> None:
    """Puts the back link of this page into an address that is made here, unless that names one, or none, itself."""
    if "back" in values or not has_request_context() or request.blueprint not in CARRIED:
        return
    if endpoint.partition(".")[0] in CARRIED and (back := back_link()):
        values["back"] = back


def of_request() -> Any:
    """Returns the object behind Flask's proxy `g`, which looks it up anew for each attribute."""
    return g._get_current_object()
