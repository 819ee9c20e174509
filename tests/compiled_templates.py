"""What templates compile to, kept in one folder for all applications of a run, in whichever process."""

import os
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache

FOLDER = "COMPILED_TEMPLATES"
"""The variable that names the folder, for all processes that a run starts."""


def jinja_options() -> dict[str, Any]:
    """Returns what to set in `Flask`, so that applications which are made from then on keep them there."""
    return {**Flask.jinja_options, "bytecode_cache": FileSystemBytecodeCache(os.environ[FOLDER])}
