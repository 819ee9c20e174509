"""Security of requests and answers: size limits, headers, and refusal of cross-site posts."""

from flask import Flask, Response, abort, current_app, request
from werkzeug.exceptions import SecurityError

from webapp.http.answers import this_request
from webapp.http.durations import FILES_LAST, RETRY_SOON
from webapp.http.integers import PlainInteger
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_REQUEST, MOST_FORM_PARTS

API = "/api/"
"""Where the addresses for programs begin."""
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
FORMS = frozenset({"application/x-www-form-urlencoded", "multipart/form-data"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
PART_HEADERS = {
    # Not no-referrer: that makes the browser send `Origin: null` with our own forms.
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    **PART_HEADERS,
}
PARTS = frozenset({"text/css", "text/javascript", "font/woff2"})
"""Files that are only ever parts of a page: the policies of that page hold, those sent with a part are never read."""
STAY = "Strict-Transport-Security"
OVER_HTTPS = {
    # On plain http browsers ignore both, and complain about the second.
    STAY: f"max-age={FILES_LAST}",
    "Cross-Origin-Opener-Policy": "same-origin",
}
PAGE_VARIES = "Cookie, Accept-Language, HX-Request"
FORM_VARIES = "Accept-Language, HX-Request"
"""Without the cookie, which is often another one by the time that "back" shows the answer again."""
API_VARIES = "Authorization, Accept-Language"


def init_app(app: Flask, trusted_hosts: list[str], *, own_certificate: bool = False) -> None:
    """Sets the limits and headers of every answer, and refuses requests from other sites.

    With a certificate of its own the server says over plain http how to trust that: browsers are not to forget http.
    """
    app.config.update(
        TRUSTED_HOSTS=trusted_hosts,
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        MAX_FORM_PARTS=MOST_FORM_PARTS,
        HEADERS_OVER_HTTPS={name: OVER_HTTPS[name] for name in OVER_HTTPS if not (own_certificate and name == STAY)},
    )
    app.url_map.converters["int"] = PlainInteger
    app.before_request(refuse_cross_site_posts)
    app.before_request(refuse_other_content_types)
    app.after_request(add_headers)


def refuse_cross_site_posts() -> None:
    """Answers 403 to a request that would change something and was made by a page of another site."""
    here = this_request()
    if here.method in SAFE_METHODS or isinstance(here.routing_exception, SecurityError):
        return
    if here.path.startswith(API):
        return  # no cookie counts there: a page of another site has nothing to act with
    if not is_same_origin():
        abort(403, description=_("This came from another site, so nothing was changed."))


def refuse_other_content_types() -> None:
    """Answers 415 to a body that is no form, where there is a page that would read it."""
    here = this_request()
    if here.method in SAFE_METHODS or here.routing_exception is not None or here.path.startswith(API):
        return  # programs send JSON, which the API asks for itself
    if here.mimetype not in FORMS and (here.mimetype or here.content_length):
        abort(415)


def is_same_origin() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    # Browsers leave that header out on plain http, which is the usual case in a LAN.
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin == request.host_url.rstrip("/")
    # No browser leaves out both. A request without a cookie has no rights.
    return not request.cookies


def _is_form_for_back(response: Response) -> bool:
    """Tells whether an answer is a refused form whose address names no table, evening, circle or other resource.

    What stands around the others is for those who may see it now, codes and links among it.
    """
    if response.status_code < 400 or request.method != "POST" or "HX-Request" in request.headers:
        return False
    names_nothing = request.endpoint is not None and not request.view_args and not request.query_string
    return names_nothing and not request.path.startswith(API) and "Cache-Control" not in response.headers


def add_headers(response: Response) -> Response:
    # Nothing else sets these headers: no lookup is needed before they are added.
    here = this_request()
    response.headers.extend(PART_HEADERS if here.endpoint == "static" and response.mimetype in PARTS else HEADERS)
    if here.is_secure:
        response.headers.extend(current_app.config["HEADERS_OVER_HTTPS"])
    if response.status_code in (429, 503):
        response.headers.setdefault("Retry-After", str(RETRY_SOON))
    if here.endpoint != "static" or response.status_code >= 400:
        # Pages are private to this device; the next person at it must not find them by "back". A form that was
        # refused is found, with the typed values: else "back" would show an error page of the browser.
        of_program, of_form = here.path.startswith(API), _is_form_for_back(response)
        response.headers.setdefault("Cache-Control", "private, no-cache" if of_form else "no-store")
        varies, already = (
            API_VARIES if of_program else FORM_VARIES if of_form else PAGE_VARIES,
            response.headers.get("Vary"),
        )
        # As text: the set that Werkzeug would make of it costs more than all the other headers together.
        response.headers["Vary"] = f"{already}, {varies}" if already else varies
    return response
