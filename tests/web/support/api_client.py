"""Programs that ask over the API: each has a token, and no cookies."""

import json
from collections.abc import Mapping
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.web.support.records import a_record
from tests.web.support.site import Site
from webapp.api.description import Problem

API = "/api/v1"
Raw = Mapping[str, Any]


class ApiClient:
    """A program with a token of its own at one table, or without any."""

    def __init__(self, app: Flask, table_id: int = 0, token: str = "", language: str = "en") -> None:
        self.app, self.table_id, self.token, self.language = app, table_id, token, language
        # No cookies: whatever this program may do it may by its token.
        self.client = app.test_client(use_cookies=False)

    @property
    def url(self) -> str:
        return f"{API}/tables/{self.table_id}"

    @property
    def headers(self) -> dict[str, str]:
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return {"Accept-Language": self.language, **known}

    def get(self, path: str = "", **headers: str) -> TestResponse:
        """Asks for a part of the table."""
        return self.client.get(f"{self.url}{path}", headers=self.headers | headers)

    def post(self, path: str, body: Any, **headers: str) -> TestResponse:
        """Sends JSON, or text as it is."""
        data = body if isinstance(body, (str, bytes)) else json.dumps(body)
        sent = {"Content-Type": "application/json", **self.headers, **headers}
        return self.client.post(f"{API}{path}", data=data, headers=sent)

    def enter(self, raw: Any, **headers: str) -> TestResponse:
        """Sends an event; `key` and `seen` are its headers."""
        named = {"key": "Idempotency-Key", "seen": "If-Match"}
        return self.post(f"/tables/{self.table_id}/events", raw, **{named.get(n, n): v for n, v in headers.items()})

    def result(self) -> Any:
        """Returns how the table stands for this program."""
        answer = self.get()
        assert answer.status_code == 200, answer.text
        return answer.json["result"]  # type: ignore[index]

    def join(self, code: str, wish: Any, token: str = "", **more: Any) -> "ApiClient":
        """Returns another program that has joined."""
        other = ApiClient(self.app, self.table_id, token)
        answer = other.post("/join", {"code": code, "as": wish, **more})
        assert answer.status_code == 201, answer.text
        other.token = answer.json["token"]  # type: ignore[index]
        return other


def host_of(app: Flask, raw: Raw | None = None, **headers: str) -> ApiClient:
    """Returns a program that has opened a table: one of Sixes and Sevens unless a record says another."""
    host = ApiClient(app)
    answer = host.post("/tables", a_record() if raw is None else raw, **headers)
    assert answer.status_code == 201, answer.text
    host.table_id, host.token = answer.json["id"], answer.json["token"]  # type: ignore[index]
    return host


def problem(answer: TestResponse) -> tuple[int, str]:
    """Returns the status and the code of a failure, whose body has all that the record asks for."""
    assert answer.content_type == "application/problem+json", answer.text
    body: Any = answer.json
    assert body["status"] == answer.status_code
    assert {"type", "title", "status", "detail", "code", "rule", "message"} <= body.keys()
    assert body.keys() <= {*Problem.__struct_fields__}, "openapi.json has no other"
    assert body["title"]
    assert body["message"]
    return answer.status_code, body["code"]


def referee(site: Site, host: ApiClient) -> ApiClient:
    invite = site.store.renew_invite(host.table_id, "referee")
    other = ApiClient(host.app, host.table_id)
    answer = other.post("/join", {"code": invite.code, "name": "Eva"})
    assert answer.status_code == 201, answer.text
    other.token = answer.json["token"]  # type: ignore[index]
    return other
