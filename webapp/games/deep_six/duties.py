"""The duty of play that only Deep Six has, in words."""

from collections.abc import Mapping

from webapp.http.language import gettext_noop as _l
from webapp.words.duties import DutyWords

DUTIES: Mapping[str, DutyWords] = {
    "must-play-over": DutyWords(
        _l("%(name)s could have played over in trick %(number)s"),
        _l("%(name)s did not play over in trick %(first)s"),
    )
}
