"""Cookies that identify a device or carry what it has read: for this server alone, and hidden from scripts."""

from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response


@dataclass(frozen=True)
class Cookie:
    """A secret of one device. Over https it has another name, which browsers take from this very host over https only.

    A cookie that was given over plain http counts no more there: it may have been overheard in the network.
    """

    over_http: str
    over_https: str
    seconds: int

    @property
    def name(self) -> str:
        return self.over_https if request.is_secure else self.over_http

    def read(self) -> str:
        """Returns what the browser has sent, or nothing."""
        return request.cookies.get(self.name, "")

    def set_on(self, response: Response, value: str) -> None:
        response.set_cookie(
            self.name,
            value,
            max_age=self.seconds,
            path="/",  # without a domain, as browsers ask of the name over https
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",  # not Strict: a link in a message must find its device known
        )
