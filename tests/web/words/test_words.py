"""The words in both languages: nothing is left untranslated, and cards have the names that players use."""

import ast
import re
from collections import Counter
from collections.abc import Iterator

from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from flask import Flask

from tests.paths import ROOT
from tests.web.support.catalogue import CATALOGUE, GERMAN, MESSAGES, PART, forms
from webapp.http.answers import of_request
from webapp.words.cards import SentencePart, card_names, card_said, rank_face

MARKERS = {"_", "_l", "gettext", "lazy_gettext", "ngettext", "noted"}
MARKED = re.compile(rf"\b(?:{'|'.join(MARKERS)})\(")
SENTENCE = 6
"""Words from which on a text is one that may be worded in two ways; a label of a few words is the same anywhere."""
LONGEST_NUMBER = 4
"""What is as short may well be a number whose digits are alike."""
UNSEEN = re.compile(r"<(script|style|svg)\b.*?</\1>|<[^>]*>", re.DOTALL)
READ_OUT = re.compile(r"\b(?:alt|aria-label|placeholder|title)=\"([^\"]*)\"")
WORD = re.compile(r"[A-ZÄÖÜ][a-zäöü]|[a-zäöü]{2,} [A-Za-zäöü]{2}")
"""A word of a page; one alone in small letters may be a code."""
IN_ALL_LANGUAGES = {
    "Sixfold",
    "· Sixfold",
    # The card of a table is printed for guests of both languages.
    "Table / Tisch",
    "or at / oder auf",
    "Scan this with a phone and sit down at table&nbsp;",
    "Mit dem Handy scannen und an Tisch&nbsp;",
    "Platz nehmen.",
}
ADDRESSES = re.compile(r"[!\"']|\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\w*|Sie|Ihr\w*|Ihnen)\b")


def _id(message: Message) -> str:
    return forms(message.id)[0]


# The catalogue


def test_everything_is_translated() -> None:
    assert not [_id(message) for message in MESSAGES if message.fuzzy or not all(forms(message.string))]
    assert not GERMAN.obsolete
    plural = [message for message in MESSAGES if message.pluralizable]
    assert plural
    assert all(len(forms(message.string)) == GERMAN.num_plurals == 2 for message in plural)


def test_a_translation_has_the_parts_that_are_filled_in() -> None:
    def parts(texts: str | tuple[str, ...] | list[str]) -> set[str]:
        return {part for text in forms(texts) for part in PART.findall(text)}

    assert not [_id(message) for message in MESSAGES if parts(message.string) != parts(message.id)]


def test_a_translation_addresses_nobody_and_does_not_shout() -> None:
    texts = [text for message in MESSAGES for text in forms(message.string)]
    assert not [text for text in texts if ADDRESSES.search(text) or text != text.strip()]


def test_a_translation_says_its_text_once() -> None:
    texts = [text for message in MESSAGES for text in forms(message.string) if len(text) > LONGEST_NUMBER]
    assert not [text for text in texts if text[: len(text) // 2] == text[-(len(text) // 2) :]]


def test_every_text_of_the_code_is_in_the_catalogue_and_no_other(app: Flask) -> None:
    known = {text for message in MESSAGES for text in forms(message.id)}
    assert known == {*_texts_of_python(), *_texts_of_templates(app)}


def test_a_sentence_of_the_code_stands_in_one_place() -> None:
    """Games speak for themselves: two of them may say the same."""
    of_games = Counter(_texts_of_python("games"))
    stand = Counter(_texts_of_python())
    stand.subtract(of_games)
    assert [text for text, times in stand.items() if times > 1 and len(text.split()) >= SENTENCE] == []


def test_every_word_of_a_template_is_marked_as_a_text(app: Flask) -> None:
    bare = {text for file in (ROOT / "templates").rglob("*.html") for text in _bare_texts(app, file.read_text())}
    assert bare == IN_ALL_LANGUAGES


def test_a_hand_is_a_spiel_and_what_an_evening_seats_a_durchgang(app: Flask) -> None:
    """A round is a Runde where a game calls its hands so, and nowhere else."""
    runde = re.compile(r"[Rr]unden?(?!ld)\b|\bRunden?[a-z]+")
    of_evenings = {*_texts_of_python("evening"), *_texts_of_templates(app, "evening/")}
    assert of_evenings & {text for message in MESSAGES for text in forms(message.id)}
    wrong = [
        _id(message)
        for message in MESSAGES
        if any(runde.search(text) for text in forms(message.string))
        and (_id(message) in of_evenings or not re.search(r"\brounds?\b|play-off", _id(message), re.IGNORECASE))
    ]
    assert not wrong


def _texts_of_python(folder: str = "") -> Iterator[str]:
    """Unlike Babel this also finds what hides in an f-string."""
    for source in (ROOT / "webapp" / folder).rglob("*.py"):
        text = source.read_text()
        # Parsing takes all of the time, and most modules mark no text.
        for node in ast.walk(ast.parse(text)) if MARKED.search(text) else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKERS:
                texts = node.args[: 2 if node.func.id == "ngettext" else 1]
                yield from (text.value for text in texts if isinstance(text, ast.Constant))


def _bare_texts(app: Flask, source: str) -> Iterator[str]:
    """Yields the words that stand in a template as they are, on the page or read out."""
    parts = ((kind, text) for _line, kind, text in app.jinja_env.lex(source))
    page = "".join(text if kind == "data" else "\0" if kind.endswith("_begin") else "" for kind, text in parts)
    read_out = (found for one in READ_OUT.findall(page) for found in one.split("\0"))
    for text in (*UNSEEN.sub("\0", page).split("\0"), *read_out):
        if WORD.search(text) and '="' not in text:
            yield " ".join(text.split())


def _texts_of_templates(app: Flask, folder: str = "") -> Iterator[str]:
    env = app.jinja_env
    for name in env.list_templates(filter_func=lambda name: name.startswith(folder)):
        assert env.loader
        for _line, _marker, texts in env.extract_translations(env.loader.get_source(env, name)[0]):  # type: ignore[attr-defined]
            # A text that the page gets from Python was marked there.
            yield from (text for text in forms(texts or ()) if text is not None)


def test_what_is_read_is_what_was_written() -> None:
    """The compiled catalogue is the one of the source: python hatch_build.py."""
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = read_mo(file)
    read, written = ({forms(m.id): forms(m.string) for m in found if m.id} for found in (compiled, GERMAN))
    assert read == written


# Cards


def test_cards_have_the_names_that_card_players_use(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "de"}):
        names = card_names()
        assert len(set(names.values())) == 52 + 13 + 1, "the cards, the bare ranks, the Joker"
        some = [names[card] for card in ("9H", "QS", "TD", "AC", "JH", "KD", "2C", "X", "K")]
        assert [card_said(card) for card in ("9H", "K", "X")] == ["Herz 9", "König", "der Joker"]
        assert [card_said("X", part) for part in SentencePart] == ["der Joker", "den Joker", "dem Joker"]
    german = ["Herz 9", "Pik Dame", "Karo 10", "Kreuz Ass", "Herz Bube", "Karo König", "Kreuz 2", "Joker", "König"]
    assert some == german


def test_a_language_without_letters_of_its_own_shows_the_ranks_as_they_are(app: Flask) -> None:
    with app.test_request_context():
        of_request().language = "fr"
        assert [rank_face(card) for card in ("TH", "QS", "A")] == ["10", "Q", "A"]
