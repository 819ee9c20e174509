"""Why an entry is not made from this phone: the table has chosen who enters what."""

from collections.abc import Mapping

from webapp.http.language import gettext as _
from webapp.words.refusal_facts import Facts, Names, Words, seat_named


def _other_phone(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names)
    if facts.get("phone") is False:
        return (
            _("No phone holds the seat of %(name)s", name=name),
            _(
                "At this table each enters the own seat, and the host or the scorekeeper enters for a seat without a "
                "phone. Ask one of them, or take the seat."
            ),
        )
    return (
        _("%(name)s enters this", name=name),
        _("At this table each enters the own seat. Who enters is changed by the host, under “Table choices”."),
    )


def _not_keeper(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("each"):
        return (
            _("This is entered by the host"),
            _(
                "At this table each enters the own seat. What is about no single seat, such as tricks, totals and "
                "points, is entered by the host or the scorekeeper."
            ),
        )
    if facts.get("keepers"):
        title = _("This is entered by %(name)s", name=seat_named(facts, names, "keepers"))
    else:
        title = _("The host enters here")
    text = _(
        "At this table only the scorekeeper and the host enter. Who enters is changed by the host, under "
        "“Table choices”."
    )
    return title, text


WORDS: Mapping[str, Words] = {"other-phone": _other_phone, "not-keeper": _not_keeper}
