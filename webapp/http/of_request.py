"""Cache for the length of one request, for lookups that are repeated dozens of times in each."""

from typing import Any

from flask import g


def of_request() -> Any:
    """Returns the object behind Flask's proxy `g`, which looks it up anew for each attribute."""
    return g._get_current_object()
