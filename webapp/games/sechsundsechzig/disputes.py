"""What can be the matter at a table of Sechsundsechzig, and the rules behind it."""

from collections.abc import Mapping

from webapp.http.language import gettext_noop as _l
from webapp.words.disputes import Reason

DISPUTES: Mapping[str, Reason] = {
    "revoke": Reason(rules=("SU-11", "SU-12", "SU-13", "SU-7")),
    "turn": Reason(rules=("SU-4", "SU-5")),
    "marriage": Reason(_l("20 or 40"), ("SU-17", "SU-18", "SU-20"), ("bad-marriage",)),
    "closing": Reason(_l("Closing the talon"), ("SU-14", "SU-15", "SU-22")),
    "claim": Reason(_l("The call"), ("SU-19", "SU-20", "SU-21", "SU-23"), ("bad-claim",)),
    "score": Reason(rules=("SU-21", "SU-22", "SU-9", "SU-24")),
}
