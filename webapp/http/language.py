"""Language of a request: chosen on the device, else the best that its browser accepts. Translates texts."""

from collections.abc import Iterable
from functools import cache, lru_cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations
from flask import Flask, has_app_context, has_request_context
from flask_babel import Babel, LazyString
from markupsafe import Markup
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from webapp.http.answers import of_request, this_request
from webapp.http.limits import ACCEPTED_KEPT, TEXTS_KEPT

LANGUAGES = {"en": "English", "de": "Deutsch"}
COOKIE = "lang"
TEXTS = Path(__file__).parents[1] / "translations"
_FURTHER: list[Path] = []


def language() -> str:
    if not has_request_context():
        return "en"
    here = of_request()
    known: str | None = here.get("language")
    if known is None:
        sent = this_request()
        chosen, accepted = sent.cookies.get(COOKIE, ""), sent.headers.get("Accept-Language", "")
        known = here.language = chosen if chosen in LANGUAGES else _best_of(accepted)
    return known


@lru_cache(ACCEPTED_KEPT)
def _best_of(accepted: str) -> str:
    """Returns our best language for this header, which the requests of a phone all have."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES, "en")


def init_app(app: Flask) -> None:
    Babel(app, locale_selector=language)
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.globals["_"] = text_in_page  # what the line above adds takes five calls within Jinja to get there


# A fragment has dozens of texts and is rendered at every play: the catalogue is looked up once for it, not once a text.


def gettext(text: str, /, **parts: Any) -> str:
    """Returns the text in the language of this request, with its `%(part)s` filled in."""
    found = _catalogue().gettext(text)
    return found % parts if parts else found


def pgettext(context: str, text: str, /) -> str:
    """Returns the same of a text that another language says in several ways; the context names which."""
    found: str = _catalogue().pgettext(context, text)
    return found


def text_in_page(text: str, /, **parts: Any) -> Markup:
    """Returns for a template the text in the language of this request, its `%(part)s` filled in and escaped."""
    return _page_sentence(_catalogue(), text) % parts if parts else _page_text(_catalogue(), text)


@lru_cache(TEXTS_KEPT)
def _page_text(catalogue: NullTranslations, text: str) -> Markup:
    return _page_sentence(catalogue, text) % {}


@lru_cache(TEXTS_KEPT)
def _page_sentence(catalogue: NullTranslations, text: str) -> Markup:
    return Markup(catalogue.gettext(text))  # noqa: S704  (texts are ours, and may hold markup)


def ngettext(one: str, many: str, number: int, /, **parts: Any) -> str:
    """Returns the text for this number in the language of this request; `%(num)s` is the number."""
    return _catalogue().ngettext(one, many, number) % {"num": number, **parts}


def in_every_language(text: str) -> set[str]:
    """Returns a text as each reader may have been shown it, and may have sent it back."""
    return {_read(each).gettext(text) for each in LANGUAGES}


def lazy_gettext(text: str, **parts: Any) -> LazyString:
    """Returns a text that is translated whenever it is written; outside of an application it is English."""
    return LazyString(_said, text, **parts)


def _said(text: str, **parts: Any) -> str:
    if has_app_context():
        return gettext(text, **parts)
    return text % parts if parts else text


def gettext_noop(text: str) -> str:
    """Returns the text as it is: marks it for the catalogue where it is translated later."""
    return text


def _catalogue() -> NullTranslations:
    here = of_request()
    try:
        known: NullTranslations = here.catalogue
    except AttributeError:
        known = here.catalogue = _read(language())
    return known


def read_also(folders: Iterable[Path]) -> None:
    """Has the catalogues in these folders asked for texts that the house's own does not know."""
    _FURTHER[:] = folders
    _read.cache_clear()


@cache
def _read(language: str) -> NullTranslations:
    """Returns the catalogue of a language, with the further ones behind it; the house's own of English is empty."""
    catalogue: NullTranslations = Translations.load(TEXTS, [language])
    for folder in _FURTHER:
        if (texts := folder / language / "LC_MESSAGES" / "messages.po").is_file():
            catalogue.add_fallback(_compiled(texts))
    return catalogue


def _compiled(texts: Path) -> Translations:
    with texts.open("rb") as written, BytesIO() as compiled:
        write_mo(compiled, read_po(written))
        compiled.seek(0)
        return Translations(compiled)
