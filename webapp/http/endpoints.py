"""Endpoints of the application, for pages that lead to one only where it is served."""

from flask import current_app


def has_endpoint(name: str) -> bool:
    """Tells whether this address is served here."""
    return name in current_app.view_functions
