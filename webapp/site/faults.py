"""Error pages: each says what happened, why, and what to do next."""

import time
from typing import NamedTuple

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_babel import LazyString
from flask_babel import lazy_gettext as _l
from jinja2 import TemplateSyntaxError
from markupsafe import Markup
from sqlalchemy.exc import TimeoutError as NoneFree
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    RequestEntityTooLarge,
    SecurityError,
    TooManyRequests,
    default_exceptions,
)
from werkzeug.wrappers import Response as AnyResponse

from webapp.access.visit import PlaysElsewhere
from webapp.api import problems
from webapp.api.problems import Problem
from webapp.files.upload_reader import text_of_unread_body
from webapp.games.registry import found
from webapp.http.durations import RETRY_BUSY_DATABASE
from webapp.http.language import gettext as _
from webapp.http.rate_limiter import TooFast
from webapp.http.rate_limits import TOO_FAST_PAUSE
from webapp.http.security import FORMS, is_same_origin
from webapp.live import template_check
from webapp.services import services
from webapp.store.engines import StoreBusy, Trouble, trouble_of
from webapp.store.errors import TooManyOpened
from webapp.store.health import Health
from webapp.table.forms import NotAnEvent, NotThisForm
from webapp.table.snapshot import NotOffered
from webapp.words.limits_reached import too_fast, too_many_opened
from webapp.words.phrases import FAULT_IS_OURS, GAME_NOT_OFFERED, GAME_NOT_WHOLE, NO_ENTRY

USE_BUTTONS = _l("Go back and use the buttons of the page.")
DATABASE_TROUBLES: dict[Trouble, LazyString] = {
    Trouble.BUSY: _l("The database is busy, so nothing was written."),
    Trouble.FULL: _l("The disk of the database is full, so nothing was written."),
    Trouble.AWAY: _l("The database cannot be reached, so nothing was written."),
    Trouble.DAMAGED: _l("The database is damaged, so nothing was written."),
    Trouble.UNKNOWN: _l("The database cannot be used now, so nothing was written."),
}


FIELDS_OF_WORDS = ("text", "reason", "note", "word")
"""Names of the fields of forms in which people write sentences; base.html tells them to the script that keeps those."""


class Page(NamedTuple):
    """Content of the page: what happened, why, and what to do."""

    title: LazyString
    why: LazyString
    help: LazyString


PAGES = {
    400: Page(
        _l("That could not be read"),
        _l("Something was missing or garbled in what this phone sent."),
        _l("Go back, reload the page and try again."),
    ),
    403: Page(
        _l("Not on this phone"),
        _l("This phone may not do this here."),
        _l("Go back and reload the page: it shows what this phone may do."),
    ),
    404: Page(
        _l("Nothing lies here"),
        _l("There is no page or table at this address."),
        _l("Check the address, or type the code of the table on the first page."),
    ),
    405: Page(
        _l("Not in this way"),
        _l("This address takes no request of this kind."),
        USE_BUTTONS,
    ),
    413: Page(
        _l("That was too much"),
        _l("More was sent than any entry needs, so it was not read."),
        _l("Go back and make it shorter."),
    ),
    415: Page(
        _l("Not a form"),
        _l("This address reads what the forms of its page send, and nothing else."),
        USE_BUTTONS,
    ),
    429: Page(
        _l("Too often"),
        _l("This was tried too often in a short time."),
        _l("Wait a little, then try again. What is open goes on."),
    ),
    500: Page(
        _l("Something broke"),
        _l(FAULT_IS_OURS),
        _l("Reload the page. If it happens again, tell whoever runs this server."),
    ),
    503: Page(
        _l("Not saved"),
        DATABASE_TROUBLES[Trouble.UNKNOWN],
        _l("Try again in a moment. If it stays so, tell whoever runs this server."),
    ),
}

NOT_OFFERED = Page(
    _l(GAME_NOT_OFFERED),
    _l(GAME_NOT_WHOLE),
    _l("Tell whoever runs this server: its log says what the game lacks. Then everything goes on from here."),
)

PLAYS_ELSEWHERE = Page(
    _l("Not at this table any more"),
    PAGES[404].why,
    _l("The page of the evening says where this player sits, or from which round on."),
)

UNKNOWN_HOST = _l("This server is not known by that name.")


def init_app(app: Flask) -> None:
    app.jinja_env.globals["fields_of_words"] = FIELDS_OF_WORDS
    app.register_error_handler(HTTPException, answer)
    app.register_error_handler(StoreBusy, answer_busy)
    app.register_error_handler(NoneFree, answer_busy)
    app.register_error_handler(NotOffered, answer_not_offered)
    app.register_error_handler(TemplateSyntaxError, answer_broken_template)
    app.register_error_handler(TooManyOpened, answer_too_many)
    app.register_error_handler(TooFast, answer_too_fast)
    app.register_error_handler(NotThisForm, answer_forged)


def answer(error: HTTPException) -> AnyResponse:
    """Returns the page for a failure; a view's own text replaces the default reason."""
    if error.code is None or error.code < 400 or error.response is not None:
        return error.get_response()
    if problems.is_api_request():
        return problems.answer_http(error)
    if isinstance(error, SecurityError):  # without a trusted host no address can be made, so no page either
        return _headed(error, Response(f"{UNKNOWN_HOST}\n", 400, mimetype="text/plain"))
    page = PAGES.get(error.code) or PAGES[400 if error.code < 500 else 500]
    if isinstance(error, PlaysElsewhere):
        page = PLAYS_ELSEWHERE
    usual = default_exceptions.get(error.code, InternalServerError).description
    why = page.why if error.description in (None, usual) else error.description
    try:
        return _headed(error, _page(error.code, page, why, getattr(error, "evening_id", None)))
    except Exception:
        current_app.logger.exception("the page for a failure cannot be shown")
        return Response(f"{page.title}. {page.help}\n", error.code, mimetype="text/plain")


def answer_busy(error: StoreBusy | NoneFree) -> AnyResponse:
    """Returns the page for a database that cannot be used now."""
    services().store.outage.note(error)
    services().part(Health).look_again()
    if problems.is_api_request():
        problems.choose_language()
        return problems.answer(Problem(503, headers={"Retry-After": str(RETRY_BUSY_DATABASE)}))
    answer = _page(503, PAGES[503], DATABASE_TROUBLES[trouble_of(error)])
    answer.headers["Retry-After"] = str(RETRY_BUSY_DATABASE)
    return answer


def answer_not_offered(error: NotOffered) -> AnyResponse:
    """Returns the page for a table of a game that is not offered. A device keeps its unsent entries."""
    if problems.is_api_request():
        problems.choose_language()
        return problems.answer(Problem(503, "not-offered"))
    return _page(503, NOT_OFFERED, NOT_OFFERED.why)


def answer_broken_template(error: TemplateSyntaxError) -> AnyResponse:
    """Returns the page for a game of which a template is broken: it is offered no more."""
    game = template_check.noticed(error)
    if game is None:
        raise error
    current_app.logger.error("The game %s is left out: %s", game, found().incomplete[game])
    return answer_not_offered(NotOffered(game))


def answer_too_many(error: TooManyOpened) -> AnyResponse:
    """Returns the page for a device that opens more tables, evenings or circles than anybody does."""
    return answer(TooManyRequests(too_many_opened(error), retry_after=error.seconds))


def answer_too_fast(error: TooFast) -> AnyResponse:
    """Returns the page for a device that enters too fast. It keeps its unsent entries."""
    time.sleep(TOO_FAST_PAUSE)
    return answer(TooManyRequests(too_fast(error.seconds), retry_after=error.seconds))


def answer_forged(error: NotThisForm) -> AnyResponse:
    """Returns the page for a form with something that none of its fields can send."""
    no_entry = isinstance(error, NotAnEvent) and "table_id" in (request.view_args or {})
    return answer(BadRequest(_(NO_ENTRY) if no_entry else None))


def _page(code: int, page: Page, why: LazyString | str | None, evening_id: int | None = None) -> Response:
    partial = bool(request.headers.get("HX-Request"))
    if not partial:
        told = {"title": page.title, "why": why, "help": page.help, "words": _words_typed(), "evening_id": evening_id}
        return make_response(render_template("site/errors/error.html", **told), code)
    # A note over the page, whose content stays.
    answer = make_response(Markup('<span role="alert">%s %s</span>') % (why, page.help), code)
    answer.headers["HX-Retarget"] = "#toast"
    answer.headers["HX-Reswap"] = "innerHTML"
    return answer


def _words_typed() -> str:
    """Returns the words of a form that was not taken: the page with their field may be gone.

    Not those of a page of another site, which would stand here as if this house said them.
    """
    if request.mimetype not in FORMS or not is_same_origin():
        return ""
    try:
        return next(filter(None, map(request.form.get, FIELDS_OF_WORDS)), "")
    except RequestEntityTooLarge:  # as one with a photo is; any other body is not waited for
        return text_of_unread_body() if request.mimetype == "multipart/form-data" else ""
    except HTTPException:
        return ""


def _headed(error: HTTPException, response: Response) -> Response:
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response
