"""Addresses of built files with a digest of their content, so that browsers may keep them."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, request

from webapp.http.rate_limits import FILES_LAST

PACKED = {"br": ".br", "gzip": ".gz"}
"""What lies beside a file, by its encoding; the smaller one first."""
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

    @cache
    def content(name: str) -> bytes:
        return Path(app.static_folder or "", name).read_bytes()

    def send_packed(response: Response, name: str) -> None:
        """Sends the file as it was compressed when it was built, where the browser takes that."""
        for encoding, suffix in PACKED.items():
            if request.accept_encodings[encoding] and digest(name + suffix):
                response.set_data(content(name + suffix))
                response.content_encoding = encoding
                response.vary.add("Accept-Encoding")
                return

    @app.after_request
    def keep(response: Response) -> Response:
        if request.endpoint == "static" and response.status_code in (200, 206, 304):
            name = (request.view_args or {})["filename"]
            current = bool(request.args.get("v")) and request.args["v"] == digest(name)
            response.headers["Cache-Control"] = IMMUTABLE if current else "no-cache"
            # It says what the address says already.
            response.headers.remove("Content-Disposition")
            # Our files are small. Sent as an open file they would not be compressed, since streams are not.
            response.direct_passthrough = False
            response.make_sequence()
            if response.status_code == 200 and request.method == "GET":
                send_packed(response, name)
        return response

    app.add_template_global(asset)
