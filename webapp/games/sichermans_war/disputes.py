"""What can be the matter at a table of Sicherman's War, and the rules behind it."""

from collections.abc import Mapping

from webapp.http.language import gettext_noop as _l
from webapp.words.disputes import Reason

DISPUTES: Mapping[str, Reason] = {
    "ties": Reason(_l("A tie"), ("WAR-8", "WAR-9", "WAR-10", "WAR-14", "WAR-15", "WAR-16", "WAR-17")),
    "dice": Reason(
        _l("A die, or when it was rolled"),
        ("WAR-7", "WAR-2", "WAR-9"),
        ("die-already-used", "bad-roll", "out-of-skirmish"),
    ),
    "score": Reason(rules=("WAR-11", "WAR-12", "WAR-10")),
}
