"""What can be the matter at a table of Sixes and Sevens, and the rules behind it."""

from collections.abc import Mapping

from webapp.http.language import gettext_noop as _l
from webapp.words.disputes import Reason

DISPUTES: Mapping[str, Reason] = {
    "revoke": Reason(rules=("ODD-7",)),
    "turn": Reason(rules=("ODD-5", "ODD-6", "ODD-10")),
    "parity": Reason(_l("Odd, even, or equally many"), ("ODD-2", "ODD-8", "ODD-9")),
    "ace": Reason(_l("A wild ace"), ("ODD-V1", "ODD-2"), option="ace_wild"),
    "score": Reason(rules=("ODD-11", "ODD-12")),
}
