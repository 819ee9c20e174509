"""Cookies that say who a phone is or what it has read: for this server alone, and unseen by any script."""

from dataclasses import dataclass

from flask import request
from werkzeug.wrappers import Response


@dataclass(frozen=True)
class Cookie:
    """A secret of one phone. Over https it has another name, which browsers take from this very host over https only.

    What was given over plain http counts no more there: whoever listened in the network would have it, too.
    """

    over_http: str
    over_https: str
    seconds: int

    @property
    def name(self) -> str:
        """The name for the request under way."""
        return self.over_https if request.is_secure else self.over_http

    def read(self) -> str:
        """Returns what the browser has sent, or nothing."""
        return request.cookies.get(self.name, "")

    def give(self, response: Response, value: str) -> None:
        """Lets the browser keep this value."""
        response.set_cookie(
            self.name,
            value,
            max_age=self.seconds,
            path="/",  # without a domain, as browsers ask of the name over https
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",  # not Strict: a link in a message must find its phone known
        )
