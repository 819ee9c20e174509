"""Sentences with markup: ours stays, what is put into it is escaped."""

import pytest
from flask import Flask
from markupsafe import Markup

from webapp.words.entry_kit import card_mark
from webapp.words.phrases import bold, joined, listed, marked
from webapp.words.turn import changes_said, totals_said

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


def test_a_name_that_is_read_from_the_right_leaves_the_order_of_what_stands_beside_it(app: Flask) -> None:
    names = ["Ann", "\u05d3\u05df", "=1+1"]
    marked_one = "\u200e\u2068\u05d3\u05df\u2069"
    with app.test_request_context():
        assert listed(names) == f"Ann, {marked_one}, =1+1"
        assert joined(names) == f"Ann, {marked_one} and =1+1"
        assert totals_said(names, [3, 2, 1]) == f"Ann 3, {marked_one} 2, =1+1 1"
        assert changes_said(names, [0, 2, -1]) == f"{marked_one} +2, =1+1 −1"
