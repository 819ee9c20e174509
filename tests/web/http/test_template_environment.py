"""Texts of templates are translated and escaped; what is included knows what Jinja would tell it."""

from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from tests.cases import each
from webapp.http.template_environment import TemplateEnvironment

IN_PAGES = {
    "{{ _('Undo: %(entry)s', entry='<7♠>') }}": "Zurücknehmen: &lt;7♠&gt;",
    "{{ _('Undo') }}": "Zurücknehmen",
    "{{ _('all of 100%%') }}": "all of 100%",
    "{{ _('%(num)s of 100%%', num=3) }}": "3 of 100%",
    "{{ _('<b>%(name)s</b>', name='A&B') }}": "<b>A&amp;B</b>",
}


@pytest.mark.parametrize("source", IN_PAGES)
def test_a_text_is_translated_and_what_is_put_into_it_escaped(app: Any, source: str) -> None:
    with app.test_request_context(headers={"Accept-Language": "de"}):
        for _twice in range(2):
            assert app.jinja_env.from_string(source).render() == IN_PAGES[source]


PARTS = {
    "inner": "{% set own = 'inner' %}{{ number }} {{ shown }} {{ own }} {{ n }};",
    "macros": "{% macro said(it) %}<{{ it }}>{% endmacro %}",
    "imports": "{% from 'macros' import said %}{{ said(shown) }}{% include chosen('inner') %}",
}
INCLUDES = (
    "{% set shown = 1 %}{% include 'inner' %}{% set shown = 2 %}{% include 'inner' %}{{ own }}",
    "{% for n in (1, 2) %}{% set shown = n %}{% include 'inner' %}{% endfor %}{{ shown }}",
    "{% set text %}{% include 'inner' %}{% endset %}[{{ text }}]",
    "{% set shown = '<' %}{% include 'imports' %}",
    "{% set shown = 3 %}{% with number = 8 %}{% include 'inner' %}{% endwith %}{% include 'inner' %}",
    "{% set shown = 3 %}{% include 'inner' without context %}{% include 'missing' ignore missing %}",
    "{% macro said(number) %}{% include 'inner' %}{% endmacro %}{{ said(9) }}{{ said(10) }}",
)


@each("source", INCLUDES)
def test_what_is_included_knows_what_jinja_would_tell_it(app: Any, source: str) -> None:
    ours = TemplateEnvironment(app, loader=DictLoader(PARTS), autoescape=True)
    theirs = Environment(loader=DictLoader(PARTS), autoescape=True)
    known = {"number": 7, "chosen": str}
    assert ours.from_string(source).render(known) == theirs.from_string(source).render(known)
