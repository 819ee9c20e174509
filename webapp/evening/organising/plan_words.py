"""Settings of an evening in words: what is asked, and the answers with what they mean."""

from collections.abc import Mapping

from webapp.evening.plan import (
    Confirmer,
    Corrections,
    Counting,
    Length,
    Seating,
)
from webapp.evening.standing.scoring import Absence, TieBreak
from webapp.http.language import gettext_noop as _l

LENGTHS: Mapping[str, str] = {
    Length.MATCH: _l("A whole match"),
    Length.HANDS: _l("Some hands"),
    Length.TIME: _l("A time"),
}
SEATINGS: Mapping[str, tuple[str, str]] = {
    Seating.EVERYBODY: (_l("Everybody meets everybody"), _l("As few meet twice as can be.")),
    Seating.SWISS: (_l("By standing"), _l("Equals meet, and nobody twice while that can be avoided.")),
    Seating.DRAW: (_l("By draw"), _l("Drawn anew for each round.")),
    Seating.FIXED: (_l("Fixed"), _l("As it is typed or pasted: teams, pairs, a seating of one’s own.")),
}
COUNTINGS: Mapping[str, str] = {
    Counting.PLACES: _l("Places"),
    Counting.GAME: _l("Points of the game"),
    Counting.BOTH: _l("Both"),
}
ABSENCES: Mapping[str, tuple[str, str]] = {
    Absence.POINTS: (_l("Points, the same each time"), _l("As many as stand below.")),
    Absence.AVERAGE: (_l("The average of the round"), _l("Who comes to no round at all gets the worst.")),
    Absence.OWN: (
        _l("The own average"),
        _l("Of the rounds that somebody has played. Who has played none gets the worst."),
    ),
    Absence.WORST: (_l("The worst of the round"), _l("Nobody gains by staying away.")),
}
ONLY_SAT_OUT = (_l("Points for sitting out alone"), _l("A round that is missed counts nothing."))
"""As in evenings of before: offered where it holds."""
TIE_BREAKS: Mapping[str, str] = {
    TieBreak.HEAD_TO_HEAD: _l("who was ahead where they met"),
    TieBreak.OPPONENTS: _l("strength of the opponents"),
    TieBreak.BEST_TABLE: _l("best result at a table"),
    TieBreak.GAME_POINTS: _l("points of the game"),
    TieBreak.DRAW: _l("draw"),
}
CONFIRMERS: Mapping[str, str] = {
    Confirmer.SIDE: _l("Another side at the table"),
    Confirmer.ORGANISER: _l("Whoever runs the evening"),
}
CORRECTIONS: Mapping[str, str] = {
    Corrections.NEXT_ROUND: _l("Until the next round has ended"),
    Corrections.MINUTES: _l("Some minutes"),
}
STEPS: Mapping[str, str] = {
    "caution": _l("Caution"),
    "warning": _l("Warning"),
    "points": _l("Points off"),
    "hand": _l("Loss of the hand"),
    "exclusion": _l("Exclusion"),
}
"""The steps of the ladder of penalties, the mildest first."""
