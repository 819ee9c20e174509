"""Troubles of the database in words."""

from flask_babel import LazyString
from flask_babel import lazy_gettext as _l

from webapp.store.engines import Trouble

SAID: dict[Trouble, LazyString] = {
    Trouble.BUSY: _l("The database is busy, so nothing was written."),
    Trouble.FULL: _l("The disk of the database is full, so nothing was written."),
    Trouble.AWAY: _l("The database cannot be reached, so nothing was written."),
    Trouble.DAMAGED: _l("The database is damaged, so nothing was written."),
    Trouble.UNKNOWN: _l("The database cannot be used now, so nothing was written."),
}
