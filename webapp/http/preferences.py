"""Preferences of a device: how it looks and sounds, and the side it is read from. They are stored in cookies alone."""

from flask import Flask, has_request_context, request

from webapp.http.language import COOKIE as LANGUAGE
from webapp.http.language import LANGUAGES, language

# The first value of each is the one of a device that has chosen nothing.
CHOICES: dict[str, tuple[str, ...]] = {
    LANGUAGE: ("auto", *LANGUAGES),
    "theme": ("auto", "light", "dark"),
    "suits": ("two", "four"),
    "hand": ("right", "left"),
    "side": ("near", "far"),
    "awake": ("on", "off"),
    "buzz": ("on", "off"),
    "sound": ("off", "on"),
}


def chosen() -> dict[str, str]:
    """Returns the device's choice for each name in CHOICES; a cookie that is no choice counts as none."""
    cookies = request.cookies if has_request_context() else {}
    return {name: _known(name, cookies.get(name, "")) for name in CHOICES}


def prefs() -> dict[str, str]:
    """Returns the preferences for templates: the choices, and as `lang` the language of the page."""
    return {**chosen(), LANGUAGE: language()}


def _known(name: str, value: str) -> str:
    return value if value in CHOICES[name] else CHOICES[name][0]


def init_app(app: Flask) -> None:
    """Gives every template `prefs`."""
    app.context_processor(lambda: {"prefs": prefs()})
