"""Why a line is not added to an evening, in words, and the status with which that is answered."""

from collections.abc import Mapping
from datetime import datetime

from rules_core.hand_points import OddTotals
from webapp.evening.lines import EveningRefusal
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import LONGEST_NAME, LONGEST_TITLE, MOST_ANNOUNCED, MOST_EXTRA_MINUTES, MOST_PEOPLE
from webapp.words.invite_words import fault_said
from webapp.words.phrases import BAD_TEXT, CHOOSE_RULE, SAY_WHY, clock

FORBIDDEN, NOT_FOUND, CONFLICT, NOT_TAKEN = 403, 404, 409, 422
STATUS: Mapping[str, int] = {
    "not-yours": FORBIDDEN,
    "moved-on": CONFLICT,
    "is-so": CONFLICT,
    "is-in": CONFLICT,
    "table-counts": CONFLICT,
    "closed": CONFLICT,
    "round-runs": CONFLICT,
    "another-comes": CONFLICT,
    "asked-already": CONFLICT,
    "no-request": CONFLICT,
    "no-call": CONFLICT,
    "takes-two": CONFLICT,
    "round-final": CONFLICT,
    "not-ended": CONFLICT,
    "is-taken": CONFLICT,
    "not-closed": CONFLICT,
    "is-asked": CONFLICT,
    "no-proposal": CONFLICT,
    "no-penalty": NOT_FOUND,
    "odd-scores": NOT_TAKEN,
}
SENTENCES: Mapping[str, str] = {
    "not-yours": _l("This phone may not do that at this evening."),
    "moved-on": _l("Somebody else was faster. Look again."),
    "is-so": _l("Nothing was changed: it is so already. Look at the page again."),
    "is-in": _l("A result is in already, so nothing was changed."),
    "table-counts": _l(
        "This table was played here: its result is what its entries come to. If they are wrong, ask a referee to "
        "correct the hand, or correct it at the table."
    ),
    "closed": _l("The evening is over. Whoever runs it can reopen it."),
    "round-runs": _l("The round before is not over yet."),
    "no-rounds": _l("This evening has no rounds."),
    "no-round": _l("This round is not running."),
    "no-clock": _l("This round has no time that could be longer."),
    "no-table": _l("There is no such table in this round."),
    "no-last-hand": _l("The last hand was not called."),
    "bad-seating": _l("This seating does not hold everybody once."),
    "sits-twice": _l("%(name)s sits in two places."),
    "table-size": _l("At table %(number)s sit %(num)s: that many cannot play this game."),
    "has-begun": _l("Table %(number)s has begun: nobody is moved there any more."),
    "bad-scores": _l("A result has one whole number for each side."),
    "not-there": _l("Choose players who sit at this table in this round."),
    "bad-percentage": _l("A percentage is a whole number from 0 to 100."),
    "bad-name": _l("A name has 1 to %(most)s characters."),
    "bad-title": BAD_TEXT,
    "name-taken": _l("Somebody on the list has this name. Add a letter, as in Ben K."),
    "list-full": _l("The list holds %(people)s people, and it is full."),
    "nobody": _l("Nobody on the list has this number."),
    "no-person": _l("Choose whom it is for."),
    "own-partner": _l("Nobody is the own partner."),
    "many-requests": _l("Too many phones wait to be let in. Try again in a moment."),
    "asked-already": _l("This phone has asked already."),
    "no-request": _l("This phone does not ask any more."),
    "no-penalty": _l("There is no penalty of this number at this evening."),
    "no-step": _l("Choose a step of the ladder."),
    "excluded": _l("A referee has excluded this player. A referee can lift that."),
    "no-call": _l("This call is settled, or was withdrawn."),
    "no-reason": SAY_WHY,
    "bad-text": _l("An announcement has 1 to %(characters)s characters."),
    "another-comes": _l("Another referee is on the way to this table."),
    "number-taken": _l("Another table has this number."),
    "bad-number": _l("A number is too large for an evening."),
    "not-undoable": _l("This cannot be taken back any more: something rests on it."),
    "tells-hidden": _l(
        "The last round is hidden, so nobody may look at other tables: their scores would tell the standing. Choose "
        "one of the two."
    ),
    "no-rule": CHOOSE_RULE,
    "not-the-ladder": _l("The ladder of this evening says how many points a step costs."),
    "takes-two": _l("Round %(round)s is closed: a change takes the organiser and a referee."),
    "round-final": _l(
        "Round %(round)s is final: it could be corrected until %(until)s. Whoever runs the evening can reopen that."
    ),
    "not-ended": _l("A round is closed when it has ended."),
    "not-closed": _l("This round is not closed: it can be corrected as it is."),
    "bad-minutes": _l("Type a whole number from %(low)s to %(high)s."),
    "is-asked": _l("That is asked for already: it waits for the other signature."),
    "many-proposals": _l("Too many changes wait for a signature. Answer some of them first."),
    "no-proposal": _l("This does not wait for a signature any more."),
    "head-only": _l("This step of the ladder is the head referee’s at this evening."),
    "no-referee": _l("No other referee of this name is at this evening."),
    "bad-zones": _l("Each zone goes from a table to a later one, and no table is in two."),
    "is-taken": _l("That referee is on the way already."),
    "key-used": _l("Something else was sent from this page before, so this was not taken. Send it once more."),
    "bad-plan": _l("These settings do not fit together, or do not fit what has been played."),
}

IS_SO: Mapping[str, str] = {
    "away": _l("It is noted already that this player comes back later."),
    "left": _l("It is noted already that this player has left."),
    "back": _l("This player is here already."),
    "started": _l("This round has begun already."),
    "paused": _l("The clock of this round stands already."),
    "resumed": _l("The clock of this round runs already, or the round is over."),
    "last-hand": _l("The last hand was called already."),
    "acknowledged": _l("This table has said already that it read the call."),
    "rejected": _l("No result waits at this table any more."),
    "adjusted": _l("Nothing is ruled about this table any more: what was played counts."),
    "lifted": _l("This penalty was lifted already."),
    "coming": _l("This phone is not on the way to this table any more."),
    "handed-over": _l("This call was handed over already, or is back. The desk shows whose it is."),
    "stand-in": _l("It is noted already who plays on this seat."),
    "joined": _l("This table belongs to the evening already."),
    "round-closed": _l("This round is closed already."),
    "reopened": _l("The evening is open already."),
}
"""What exists already, by the kind of line that would change nothing."""

ODD: Mapping[str, str] = {
    "steps": _l("All points of this game are multiples of %(steps)s."),
    "least": _l("Nobody can have less than %(points)s here."),
    "most": _l("Nobody can have more than %(points)s here."),
    "sum": _l("Together these are %(sum)s points, to which no hands of this game come."),
    "due": _l("Together these are %(sum)s points; the hands of this round come to %(due)s."),
}


def odd_said(odd: OddTotals) -> str:
    """Returns why hands cannot add up to typed totals."""
    sentence = ODD["due" if "due" in odd.facts else odd.why]
    return _(sentence, **odd.facts)


def said(refusal: EveningRefusal) -> str:
    """Returns why a line was not added."""
    if "why" in refusal.facts:
        return odd_said(OddTotals(refusal.facts["why"], refusal.facts["numbers"]))
    if "fault" in refusal.facts:
        return fault_said(refusal.facts["fault"], refusal.facts["name"])
    words = IS_SO.get(refusal.facts.get("line", "")) or SENTENCES.get(refusal.code, SENTENCES["moved-on"])
    most = LONGEST_TITLE if refusal.code == "bad-title" else LONGEST_NAME
    known = {"most": most, "people": MOST_PEOPLE, "characters": MOST_ANNOUNCED, "low": 1, "high": MOST_EXTRA_MINUTES}
    told = {name: clock(it) if isinstance(it, datetime) else it for name, it in refusal.facts.items()}
    return _(words, **(known | told))


def status(refusal: EveningRefusal) -> int:
    """Returns the status of the answer: 409 where the evening has changed, 403 without the right, else 422."""
    return STATUS.get(refusal.code, NOT_TAKEN)
