"""Cache for the length of one request, for lookups that are repeated dozens of times in each."""

from typing import cast

from flask import g
from flask.ctx import _AppCtxGlobals


def of_request() -> _AppCtxGlobals:
    """Returns Flask's `g` itself instead of what stands for it, which looks it up anew for each thing it is asked."""
    return cast("_AppCtxGlobals", g._get_current_object())
