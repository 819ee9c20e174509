"""Addresses of built files with a digest of their content, so that browsers may keep them."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, request

from webapp.http.rate_limits import FILES_LAST

IMMUTABLE = f"public, max-age={FILES_LAST}, immutable"


def init_app(app: Flask) -> None:
    """Gives the templates `asset(name)`, and answers with the right to keep what it names.

    `asset(name, instead)` names the other file where the first was not built.
    """

    @cache
    def digest(name: str) -> str:
        file = Path(app.static_folder or "", name)
        return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.is_file() else ""

    def asset(name: str, instead: str | None = None) -> str:
        name = name if instead is None or digest(name) else instead
        return f"{request.script_root}{app.static_url_path}/{name}?v={digest(name)}"

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 206, 304):
            name = (request.view_args or {})["filename"]
            current = bool(request.args.get("v")) and request.args["v"] == digest(name)
            response.headers["Cache-Control"] = IMMUTABLE if current else "no-cache"
            # Our files are small. Sent as an open file they would not be compressed, since streams are not.
            response.direct_passthrough = False
            response.make_sequence()
        return response

    app.add_template_global(asset)
