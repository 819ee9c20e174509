"""The phases of Deep Six that are told instead of the trick."""

from collections.abc import Mapping

from webapp.games.look import Stage
from webapp.http.language import gettext_noop as _l

STAGES: Mapping[str, Stage] = {
    "auction": _l("auction"),
    "sink": _l("sunk suit"),
    "exchange": _l("exchange"),
    "meld": _l("melding"),
}
