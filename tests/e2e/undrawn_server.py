"""A server that once cannot draw the table after an entry: the answer is a 500, and the entry stands in the log."""

import runpy
from unittest.mock import patch

from flask import has_request_context, request
from jinja2 import UndefinedError

from webapp.live.blocks import Blocks
from webapp.live.page import Fragments
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

_draw = Fragments.of
_once = iter([UndefinedError("broken on purpose")])


def _of(fragments: Fragments, now: Snapshot, viewer: Viewer) -> Blocks:
    if has_request_context() and request.method == "POST":
        for fault in _once:
            raise fault
    return _draw(fragments, now, viewer)


with patch.object(Fragments, "of", _of):
    runpy.run_module("webapp", run_name="__main__")
