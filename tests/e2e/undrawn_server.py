"""A server that once cannot draw the table after an entry: the answer is a 500, and the entry stands in the log."""

import runpy
from unittest.mock import patch

from jinja2 import UndefinedError
from werkzeug.wrappers import Response

from webapp.live import tables
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

_draw = tables._made
_once = iter([UndefinedError("broken on purpose")])


def _made(now: Snapshot, viewer: Viewer) -> Response:
    for fault in _once:
        raise fault
    return _draw(now, viewer)


with patch.object(tables, "_made", _made):
    runpy.run_module("webapp", run_name="__main__")
