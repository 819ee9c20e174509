"""Health check for monitoring, and metrics."""

import hmac
from time import perf_counter

from flask import Blueprint, Flask, Response, request
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from webapp.access.device import require
from webapp.http import metrics
from webapp.http.answers import of_request, this_request
from webapp.http.network import is_loopback
from webapp.services import services
from webapp.store.health import Health

bp = Blueprint("health", __name__)
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


@bp.get("/healthz")
def healthz() -> tuple[dict[str, str], int]:
    """Says whether entries can be stored and read, also while the server waits for its last requests."""
    if services().part(Health).is_well():
        return {"status": "ok"}, 200
    return {"status": "unavailable"}, 503


@bp.get("/metrics")
def figures() -> Response:
    """Sends the metrics to clients with the token; without one set, to this machine alone."""
    require(_may_read())
    return Response(metrics.exposition(services().store.count_tables), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_read() -> bool:
    token = services().config.metrics_token
    if token:
        given = request.authorization
        return given is not None and given.type == "bearer" and _same(given.token or "", token)
    # Behind a proxy everybody seems to come from this machine.
    return not any(name in request.headers for name in FORWARDED) and is_loopback(request.remote_addr or "")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def init_app(app: Flask) -> None:
    """Measures how long each request takes, for the metrics."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    of_request().began = perf_counter()


def _end(response: Response) -> Response:
    now = perf_counter()
    metrics.count_request(this_request().endpoint, response.status_code, now - of_request().get("began", now))
    return response
