"""Publishing a draft: what stands in its way, and the line by which it holds."""

from collections import Counter

from msgspec.structs import replace

from rules_core.games import GAMES
from webapp.club.drafting.seating_draft import Draft
from webapp.club.evening import lines as kinds
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.rounds import reseated, seated
from webapp.club.evening.state import Round
from webapp.http.language import gettext as _
from webapp.store.evening_changes import EveningChange
from webapp.store.models import now as moment


def obstacles(now: EveningNow, draft: Draft) -> list[str]:
    """Returns why a draft cannot be published, in sentences."""
    state, people = now.state, draft.seating.people
    players = GAMES[state.plan.game].players if state.plan.game in GAMES else ()
    twice = [one for one, times in Counter(people).items() if times > 1]
    return [
        *(_("%(name)s sits in two places.", name=state.name(one)) for one in sorted(twice)),
        *(
            _("At table %(number)s sit %(num)s: that many cannot play this game.", number=number, num=len(those))
            for number, those in sorted(draft.tables)
            if len(those) not in players
        ),
    ]


def published(now: EveningNow, draft: Draft, here: Round | None) -> tuple[kinds.Line, EveningChange] | None:
    """Returns the line by which a draft holds, with what belongs to it; None for a change that changes nothing."""
    if here is None:
        line, change = seated(now, sorted(draft.tables), sorted(draft.seating.byes), moment())
        return replace(line, draw=draft.draw), change
    changes, change = reseated(now, here, sorted(draft.tables), sorted(draft.seating.byes))
    if not changes.tables and not changes.emptied and changes.byes == here.byes:
        return None
    return changes, change
