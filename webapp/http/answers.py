"""Answers: a page or a fragment for htmx, the back link, events of streams; `request` and `g` without their proxies."""

import re
from typing import Any, NamedTuple

from flask import Request, Response, after_this_request, g, has_request_context, make_response, render_template, request

Page = tuple[str, int]
"""A page with the status of its answer."""


def wants_fragment() -> bool:
    """Tells whether htmx made the request, to swap a fragment into a page that is open already."""
    return bool(getattr(this_request(), "htmx", False))


def page_or_fragment(page: str, fragment: str, status: int = 200, /, **context: Any) -> Response:
    return make_response(render_template(fragment if wants_fragment() else page, **context), status)


def page_too_soon(page: str, seconds: int) -> Response:
    """Returns a page that refuses what was asked too often: 429, and in how many seconds it may be asked again."""
    return make_response(page, 429, {"Retry-After": str(seconds)})


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
    """Returns a path on this site, or an empty string: redirects never leave the site."""
    return path if LOCAL_PATH.fullmatch(path) else ""


def carry_back(endpoint: str, values: dict[str, Any]) -> None:
    """Puts the back link of this page into an address that is made here, unless that names one, or none, itself."""
    if "back" in values or not has_request_context() or request.blueprint not in CARRIED:
        return
    if endpoint.partition(".")[0] in CARRIED and (back := back_link()):
        values["back"] = back


def of_request() -> Any:
    """Returns the object behind Flask's proxy `g`, which resolves it for each attribute."""
    return g._get_current_object()


def this_request() -> Request:
    """Returns the object behind Flask's proxy `request`, which resolves it for each attribute.

    An accepted play asks dozens of them: 4 % of its cost.
    """
    here: Request = request._get_current_object()  # type: ignore[attr-defined]
    return here


class Message(NamedTuple):
    """Bytes of a stream: as WSGI takes them, and as a chunk for the socket of a connection that speaks HTTP/1.1."""

    plain: bytes
    chunk: bytes


def framed_message(text: str) -> Message:
    plain = text.encode()
    return Message(plain, b"%x\r\n%b\r\n" % (len(plain), plain))


def state_event(seq: int, content: str) -> Message:
    """Returns an unnamed event with the state of a table after its event number `seq`."""
    return framed_message(f"id: {seq}\n{_data(content)}\n")


def named_event(name: str, content: str = "") -> Message:
    """Returns a named event, which htmx does not swap into the page."""
    return framed_message(f"event: {name}\n{_data(content)}\n")


def _data(content: str) -> str:
    """Returns the lines of data. Whatever any program takes for the end of a line ends one here: to HTML it is a blank.

    JSON must come with such characters escaped, or it would be torn.
    """
    return "".join(f"data: {line}\n" for line in content.splitlines() or [""])


CONNECTED = framed_message(": connected\n\n")
"""Comment sent at once: the browser learns that it is connected."""
GONE = named_event("gone")
HEARTBEAT = named_event("beat")
"""Unlike a comment it reaches the browser's script, which takes silence for a lost connection."""
