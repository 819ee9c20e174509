"""Measures how long each request takes, for the metrics."""

from time import perf_counter

from flask import Flask, Response, g, request

from webapp.http import metrics


def init_app(app: Flask) -> None:
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = perf_counter()


def _end(response: Response) -> Response:
    now = perf_counter()
    metrics.count_request(request.endpoint, response.status_code, now - g.get("began", now))
    return response
