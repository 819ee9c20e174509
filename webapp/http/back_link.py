"""Where the back arrow of a page leads that is reached from several others."""

import re

from flask import request

LOCAL_PATH = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")


def back_asked() -> str:
    """Returns the page of this site that the address names as `back`, or nothing."""
    return local(request.args.get("back", ""))


def local(path: str) -> str:
    """Returns a path that lies on this site, or nothing: nobody is sent elsewhere from here."""
    return path if LOCAL_PATH.fullmatch(path) else ""
