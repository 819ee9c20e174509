"""Sentences with markup: ours stays, what is put into it is escaped."""

import pytest
from flask import Flask
from markupsafe import Markup

from webapp.words.entry_kit import card_mark
from webapp.words.phrases import bold, marked

FILLED = [
    ("%(name)s won", {"name": "<i>"}, "&lt;i&gt; won"),
    ("<em>%(name)s</em> won", {"name": Markup("<b>Ann</b>")}, "<em><b>Ann</b></em> won"),
    ("%(num)d of %(of)s", {"num": 3, "of": 4}, "3 of 4"),
    ("all of 100%%", {}, "all of 100%"),
]


@pytest.mark.parametrize(("sentence", "parts", "said"), FILLED)
def test_a_sentence_is_filled_in(sentence: str, parts: dict[str, object], said: str) -> None:
    assert marked(sentence, **parts) == Markup(said)
    assert isinstance(marked(sentence, **parts), Markup)


def test_a_name_in_bold_is_escaped() -> None:
    assert bold("A&B") == Markup("<b>A&amp;B</b>")
    assert bold(Markup("A&amp;B")) == Markup("<b>A&amp;B</b>")


def test_a_card_is_marked_in_the_language_of_each_request(app: Flask) -> None:
    for _twice in range(2):
        for asked, name, face in (("en", "Queen of hearts", "Q"), ("de", "Herz Dame", "D")):
            with app.test_request_context(headers={"Accept-Language": asked}):
                assert f">{face}<svg" in card_mark("QH")
                assert f'aria-label="{name}"' in card_mark("QH")
