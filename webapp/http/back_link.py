"""Back link of a page that is reached from several others: a path of this site, taken from the address."""

import re

from flask import request

LOCAL_PATH = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")


def back_link() -> str:
    """Returns the page of this site that the address names as `back`, or nothing."""
    return local_path(request.args.get("back", ""))


def local_path(path: str) -> str:
    """Returns a path that lies on this site, or nothing: nobody is sent elsewhere from here."""
    return path if LOCAL_PATH.fullmatch(path) else ""
