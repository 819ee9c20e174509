"""Chooses between page and fragment: htmx gets the part that it swaps, any other request the whole page."""

from typing import Any

from flask import Response, make_response, render_template, request


def wants_fragment() -> bool:
    """Tells whether htmx made the request, to swap a fragment into a page that is open already."""
    return bool(getattr(request, "htmx", False))


def page_or_fragment(page: str, fragment: str, status: int = 200, /, **context: Any) -> Response:
    """Returns the template that the request asks for."""
    return make_response(render_template(fragment if wants_fragment() else page, **context), status)
