"""Templates call plain functions at once, and still give to others what those ask of the template."""

from functools import cache
from typing import Any

import pytest
from jinja2 import DictLoader, Environment, pass_context, pass_environment
from jinja2.runtime import Context

from webapp.http.template_environment import CallContext, TemplateEnvironment


@pass_context
def number_in(context: Context) -> Any:
    return context["number"]


@pass_environment
@cache
def class_of(environment: TemplateEnvironment) -> str:
    return environment.context_class.__name__


class Shouting:
    @pass_context
    def __call__(self, context: Context, said: str) -> str:
        return f"{said} {context['number']}!"


def doubled(number: int, *, by: int = 2) -> int:
    return number * by


CALLED = {
    "{{ doubled(number) }}": "14",
    "{{ cached(number, by=3) }}": "21",
    "{% for number in (1, 2) %}{{ doubled(number, by=3) }} {% endfor %}": "3 6 ",
    "{% for n in (1, 2) %}{% set number = n %}{{ number_in() }} {{ doubled(number) }} {% endfor %}": "1 2 2 4 ",
    "{% block all %}{{ doubled(number) }} {{ number_in() }}{% endblock %}": "14 7",
    "{{ class_of() }}": CallContext.__name__,
    "{{ shouting('seven is') }}": "seven is 7!",
    "{% macro said(it) %}{{ doubled(it) }}{% endmacro %}{{ said(4) }}": "8",
}


@pytest.mark.parametrize("source", CALLED)
def test_what_a_template_calls_is_given_what_it_asks_for(app: Any, source: str) -> None:
    environment = TemplateEnvironment(app)
    known = {"doubled": doubled, "cached": cache(doubled), "number_in": number_in, "shouting": Shouting()}
    template = environment.from_string(source, {**known, "class_of": class_of})
    assert template.render(number=7) == CALLED[source]


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


@pytest.mark.parametrize("source", INCLUDES)
def test_what_is_included_knows_what_jinja_would_tell_it(app: Any, source: str) -> None:
    ours = TemplateEnvironment(app, loader=DictLoader(PARTS), autoescape=True)
    theirs = Environment(loader=DictLoader(PARTS), autoescape=True)
    known = {"number": 7, "chosen": str}
    assert ours.from_string(source).render(known) == theirs.from_string(source).render(known)
