"""What applications compile when they are made, kept for all that a run makes.

Templates lie in one folder, for whichever process; addresses stay in the process.
"""

import os
from collections.abc import Hashable
from typing import Any, ClassVar

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

FOLDER = "COMPILED_TEMPLATES"
"""The variable that names the folder, for all processes that a run starts."""


class CompiledRule(Rule):
    """The rule of an address, which is compiled once: that takes most of the time in which an application is made."""

    compiled: ClassVar[dict[Hashable, dict[str, Any]]] = {}

    def compile(self) -> None:
        """Takes what an equal rule of another application has come to, or keeps what this one comes to."""
        assert self.map is not None
        given = self.rule, self.subdomain, self.host, self.strict_slashes, self.merge_slashes
        key = given, tuple((self.defaults or {}).items()), tuple(self.map.converters.items())
        if key not in self.compiled:
            before = dict(vars(self))
            super().compile()
            made = {name: value for name, value in vars(self).items() if before.get(name, self) is not value}
            self.compiled[key] = {**made, "arguments": frozenset(self.arguments)}
        vars(self).update(self.compiled[key])
        self.arguments = set(self.arguments)


def kept() -> dict[str, Any]:
    """Returns what to set in `Flask`, so that applications which are made from then on share what they compile."""
    cache = FileSystemBytecodeCache(os.environ[FOLDER])
    return {"jinja_options": {**Flask.jinja_options, "bytecode_cache": cache}, "url_rule_class": CompiledRule}
