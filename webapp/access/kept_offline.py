"""What a browser may show without a network, and to which device (webapp/assets/offline)."""

from flask import Flask, Response, request

from webapp.access.device import owner_mark

PAGES = frozenset(
    {"tables.show", "tables.show_phases", "learn.index", "learn.show", "rules.index", "rules.show", "rules.sheet"}
)
WORKER = "worker.js"


def init_app(app: Flask) -> None:
    @app.after_request
    def say_whose_it_is(response: Response) -> Response:
        if request.endpoint in PAGES and response.status_code == 200:
            response.headers["Kept-For"] = owner_mark()
        elif request.endpoint == "static" and (request.view_args or {}).get("filename") == WORKER:
            # It answers for all pages of the house, not only for what lies beside it.
            response.headers["Service-Worker-Allowed"] = f"{request.script_root}/"
        return response
