"""Which language a page speaks: the one chosen on this phone, else the best that its browser asks for."""

from gettext import NullTranslations

from flask import Flask, g, has_request_context, request
from flask_babel import Babel, get_translations

LANGUAGES = {"en": "English", "de": "Deutsch"}
COOKIE = "lang"


def language() -> str:
    """Returns the code of the language of this request."""
    if not has_request_context():
        return "en"
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES, "en")


def init_app(app: Flask) -> None:
    """Gives the application its languages."""
    Babel(app, locale_selector=language)
    # A page has dozens of texts: the catalogue is looked up once for it, not once a text.
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: _catalogue().gettext(text),
        lambda one, many, number: _catalogue().ngettext(one, many, number),
        newstyle=True,
    )


def _catalogue() -> NullTranslations:
    if "catalogue" not in g:
        g.catalogue = get_translations()
    known: NullTranslations = g.catalogue
    return known
