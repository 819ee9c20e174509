"""Environment of the templates: how Jinja looks up and calls what all of them may use."""

from collections.abc import MutableMapping
from functools import cache
from types import FunctionType
from typing import Any

from flask.sansio.app import App
from flask.templating import Environment
from jinja2.runtime import Context

PLAIN = frozenset({FunctionType, type(cache(str))})
"""Kinds of functions that ask nothing of the template that calls them, unless they are marked by Jinja."""


class CallContext(Context):
    """Jinja's context, which calls plain functions without looking for what an object could ask of it.

    A table's page makes dozens of such calls, and each of those looks costs more than most of what is called.
    """

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Returns what a function or an object returns that a template calls."""
        if type(called) not in PLAIN or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **kwargs)
        if kwargs:  # what Jinja adds within loops and blocks is meant for functions that it has marked
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
        return called(*args, **kwargs)


class TemplateEnvironment(Environment):
    """Flask's environment with the globals of each template in a plain dict, copied when it is loaded.

    Jinja's own chain of dicts is copied key by key for each template and each import of macros, many times a page.
    What is added to the globals later is in templates that are loaded after it.
    """

    context_class = CallContext

    def __init__(self, app: App, **options: Any) -> None:
        # All templates are kept: what Jinja keeps a number of them in goes through that list for each it is asked for.
        super().__init__(app, **{"cache_size": -1, **options})

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Returns the globals of a template: those of all, and its own."""
        return {**self.globals, **(d or {})}
