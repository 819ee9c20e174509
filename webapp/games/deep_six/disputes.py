"""What can be the matter at a table of Deep Six, and the rules behind it."""

from collections.abc import Mapping

from webapp.http.language import gettext_noop as _l
from webapp.words.disputes import Reason

DISPUTES: Mapping[str, Reason] = {
    "revoke": Reason(rules=("DEEP-13", "DEEP-14")),
    "turn": Reason(rules=("DEEP-12", "DEEP-4")),
    "bid": Reason(_l("The auction"), ("DEEP-4", "DEEP-5", "DEEP-6"), ("bad-bid",)),
    "exchange": Reason(_l("The cards passed over"), ("DEEP-8", "DEEP-7")),
    "meld": Reason(_l("A meld"), ("DEEP-9", "DEEP-10", "DEEP-11"), ("bad-meld", "sunk-run", "meld-reuse")),
    "sunk": Reason(_l("The sunk suit"), ("DEEP-6", "DEEP-16", "DEEP-15", "DEEP-9")),
    "score": Reason(rules=("DEEP-18", "DEEP-19", "DEEP-20", "DEEP-21")),
}
