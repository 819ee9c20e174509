"""Page or fragment: decided here, once. htmx gets the part that it swaps, everybody else the whole page."""

from typing import Any

from flask import Response, make_response, render_template, request


def wants_part() -> bool:
    """Tells whether the request swaps a part of a page that is open already."""
    return bool(getattr(request, "htmx", False))


def page_or_part(whole: str, part: str, status: int = 200, /, **context: Any) -> Response:
    """Returns the template that the request asks for."""
    return make_response(render_template(part if wants_part() else whole, **context), status)
