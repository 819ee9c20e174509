"""Key of a form that was sent: it makes what the form asks for count once."""

from flask import request

from webapp.journal.keys import Key, form_digest
from webapp.table.forms import STAMPS, op_in

NOT_ASKED = frozenset({"others", "back"})
"""Query parameters that are no part of the question: where to lead back to, and that other seats were asked about."""


def form_key() -> Key:
    """Returns the key of this request, with a digest of its address and fields. Raises `NotAnEvent` without one."""
    op = op_in(request.form)
    named = [(f"?{name}", value) for name, value in request.args.items(multi=True) if name not in NOT_ASKED]
    files = [(f"{name} file", file.filename or "") for name, file in request.files.items(multi=True)]
    return Key(op, form_digest(request.path, [*request.form.items(multi=True), *named, *files], STAMPS | NOT_ASKED))
