"""Environment of the templates: how Jinja looks up what all of them may use."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class TemplateEnvironment(Environment):
    """Flask's environment with the globals of each template in a plain dict, copied when it is loaded.

    Jinja's own chain of dicts is copied key by key for each template and each import of macros, many times a page.
    What is added to the globals later is in templates that are loaded after it.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Returns the globals of a template: those of all, and its own."""
        return {**self.globals, **(d or {})}
