"""The phases of Sechsundsechzig that are told instead of the trick."""

from collections.abc import Mapping

from webapp.games.look import Stage
from webapp.http.language import gettext_noop as _l

STAGES: Mapping[str, Stage] = {"turn-up": _l("turn up"), "claim": _l("last call")}
