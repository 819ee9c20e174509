"""Cookies: those that identify a device, hidden from scripts, and its settings, which stand in cookies alone."""

from dataclasses import dataclass

from flask import Flask, has_request_context, request
from werkzeug.wrappers import Response

from webapp.http.answers import this_request
from webapp.http.language import COOKIE as LANGUAGE
from webapp.http.language import LANGUAGES, language

# The first value of each is the default.
SETTINGS: dict[str, tuple[str, ...]] = {
    LANGUAGE: ("auto", *LANGUAGES),
    "theme": ("auto", "light", "dark"),
    "suits": ("two", "four"),
    "hand": ("right", "left"),
    "side": ("near", "far"),
    "awake": ("on", "off"),
    "buzz": ("on", "off"),
    "sound": ("off", "on"),
    "explained": ("on", "off"),
}


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
        return self.over_https if this_request().is_secure else self.over_http

    def read(self) -> str:
        """Returns the value that the browser has sent, or an empty string."""
        return this_request().cookies.get(self.name, "")

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


def chosen() -> dict[str, str]:
    """Returns the value of each of SETTINGS on this device; a cookie with another value counts as none."""
    cookies = request.cookies if has_request_context() else {}
    return {name: _known(name, cookies.get(name, "")) for name in SETTINGS}


def settings() -> dict[str, str]:
    """Returns the settings for templates, with the language of the page as `lang`."""
    return {**chosen(), LANGUAGE: language()}


def _known(name: str, value: str) -> str:
    return value if value in SETTINGS[name] else SETTINGS[name][0]


def init_app(app: Flask) -> None:
    """Gives every template `settings`."""
    app.context_processor(lambda: {"settings": settings()})
