"""What each phone chooses for itself. The choices are kept by the phone, in cookies, and nowhere else."""

from flask import Flask, has_request_context, request

from webapp.http.language import COOKIE as LANGUAGE
from webapp.http.language import LANGUAGES, language

# The first choice of each is what a phone has that has chosen nothing.
CHOICES: dict[str, tuple[str, ...]] = {
    LANGUAGE: ("auto", *LANGUAGES),
    "theme": ("auto", "light", "dark"),
    "suits": ("two", "four"),
    "hand": ("right", "left"),
}


def chosen() -> dict[str, str]:
    """Returns this phone's choice for each name in CHOICES; a cookie that is no choice counts as none."""
    cookies = request.cookies if has_request_context() else {}
    return {name: _known(name, cookies.get(name, "")) for name in CHOICES}


def prefs() -> dict[str, str]:
    """Returns what a page goes by: the choices, and as `lang` the language that it speaks."""
    return {**chosen(), LANGUAGE: language()}


def _known(name: str, value: str) -> str:
    return value if value in CHOICES[name] else CHOICES[name][0]


def init_app(app: Flask) -> None:
    """Gives every template `prefs`."""
    app.context_processor(lambda: {"prefs": prefs()})
