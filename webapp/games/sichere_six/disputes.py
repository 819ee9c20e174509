"""What can be the matter at a table of Sichere Six, and the rules behind it."""

from collections.abc import Mapping

from webapp.http.language import gettext_noop as _l
from webapp.words.disputes import Reason

DISPUTES: Mapping[str, Reason] = {
    "revoke": Reason(rules=("SIC-6", "SIC-9", "SIC-10")),
    "turn": Reason(rules=("SIC-4", "SIC-5")),
    "trump": Reason(_l("When trump was made"), ("SIC-8", "SIC-9", "SIC-12", "SIC-6")),
    "spits": Reason(_l("The Spits"), ("SIC-9", "SIC-8", "SIC-12")),
    "joker": Reason(_l("What was said with the Joker"), ("SIC-10", "SIC-11", "SIC-12"), ("joker-undeclared",)),
    "chosen": Reason(_l("The Chosen, Fate’s Mercy or the nines"), ("SIC-14", "SIC-15", "SIC-18")),
    "score": Reason(rules=("SIC-17", "SIC-18", "SIC-16", "SIC-22")),
}
