"""Form of an evening's settings in words: its fields as typed, their faults, and the plan that they make."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from msgspec import ValidationError, convert
from werkzeug.datastructures import MultiDict

from rules_core.game import Game
from rules_core.games import GAMES
from webapp.access import new_tables
from webapp.access.device import new_form_key
from webapp.access.new_tables import NewTableForm
from webapp.evening.lines import EveningRefusal
from webapp.evening.plan import Confirmer, Corrections, Counting, Giver, Kind, Length, Plan, Seating
from webapp.evening.refusal_words import said
from webapp.evening.standing.scoring import Absence
from webapp.evening.standings import rewards_absence, sides_of
from webapp.http.integers import parse_integer, parse_signed
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import MOST_PLAN_POINTS, MOST_ROUND_HANDS, MOST_ROUND_MINUTES, MOST_ROUNDS
from webapp.table.forms import NotThisForm, op_in
from webapp.table.penalties import EVENING_LADDER
from webapp.table.player_names import is_title, tidy
from webapp.words.phrases import number
from webapp.words.table_choices import title_fault

NUMBERS: Mapping[str, tuple[int, int]] = {
    "rounds": (1, MOST_ROUNDS),
    "hands": (1, MOST_ROUND_HANDS),
    "minutes": (0, MOST_ROUND_MINUTES),
    "between": (0, MOST_ROUND_MINUTES),
    "correction_minutes": (0, MOST_ROUND_MINUTES),
    "bye": (-MOST_PLAN_POINTS, MOST_PLAN_POINTS),
}
SWITCHES = {
    "pairs": "pairs",
    "equal_tables": "equal_tables",
    "left_last": "left_last",
    "hidden_last": "hidden_last",
    "others_visible": "others_visible",
    "door": "list_open",
}
"""The settings that are on or off, and their fields: a table's own form has a field `door` of another kind."""
CHOICES = ("length", "seating", "counting", "absence", "confirmer", "corrections")
POINTS = (-MOST_PLAN_POINTS, MOST_PLAN_POINTS)
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
"""As in older evenings: offered only where it is set."""
CONFIRMERS: Mapping[str, str] = {
    Confirmer.SIDE: _l("Another side at the table"),
    Confirmer.ORGANISER: _l("Whoever runs the evening"),
}
CORRECTIONS: Mapping[str, str] = {
    Corrections.NEXT_ROUND: _l("Until the next round has ended"),
    Corrections.MINUTES: _l("Some minutes"),
}
GIVERS: Mapping[str, str] = {
    Giver.REFEREE: _l("any referee"),
    Giver.HEAD: _l("the head referee"),
    Giver.BOTH: _l("a referee and the organiser"),
}


@dataclass(frozen=True)
class PlanForm:
    """The fields of the form: `values` as they were typed, `faults` in words by field once they were looked at.

    `rules` are the questions of the tournament's game, None at an open evening. `warned`: that a choice rewards
    absence was read.
    """

    op: str
    plan: Plan
    title: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    rules: NewTableForm | None = None
    faults: Mapping[str, str] = field(default_factory=dict)
    warned: bool = False

    @property
    def rewards_absence(self) -> bool:
        """Tells whether not playing may be worth more than playing."""
        return rewards_absence(self.plan)

    @property
    def game(self) -> Game[Any] | None:
        return None if self.plan.game is None else GAMES[self.plan.game]

    @property
    def places(self) -> range:
        """The places that there are at a table of this game by its usual rules."""
        return range(0 if self.game is None else max(sides_of(self.game.name, size) for size in self.game.players))

    @property
    def has_partners(self) -> bool:
        """Tells whether partners sit opposite each other: then the list may fix partners."""
        return self.game is not None and 4 in self.game.players

    def typed(self, name: str) -> str:
        """Returns the value of an integer field: as typed, else as set."""
        if name in self.values:
            return self.values[name]
        if name.startswith("place-"):
            place = int(name.removeprefix("place-"))
            return str(self.plan.place_points[place]) if place < len(self.plan.place_points) else "0"
        if name.startswith("step-"):
            return str(getattr(self.plan.ladder, name.removeprefix("step-")))
        return str(getattr(self.plan, name))


def form_of(plan: Plan, title: str = "") -> PlanForm:
    op = new_form_key()
    rules = None
    if plan.game is not None:
        names = ("",) * max(plan.sizes or GAMES[plan.game].players)
        rules = NewTableForm(
            GAMES[plan.game], op, names, answers=dict(plan.options), choices=dict(plan.choices), book=plan.book
        )
    return PlanForm(op, plan, title, rules=rules)


def read_plan(game: str | None, sent: "MultiDict[str, str]") -> PlanForm:
    """Returns the sent form with its faults. Raises NotThisForm for forged input."""
    op = op_in(sent)
    title = tidy(sent.get("title", ""))
    faults = {} if is_title(title) else {"title": title_fault()}
    switches: dict[str, Any] = {name: sent.get(typed) == "yes" for name, typed in SWITCHES.items()}
    if game is None:
        plan = Plan(Kind.OPEN, others_visible=switches["others_visible"], door=switches["door"])
        return PlanForm(op, plan, title, faults=faults)
    numbers, values, wrong = _numbers(sent, [*NUMBERS, *_points(game)])
    sizes = _sizes(game, sent)
    faults |= wrong | _missing(sent, numbers, sizes)
    rules = replace(new_tables.read(GAMES[game], sent), names=("",) * max(sizes or GAMES[game].players))
    settings = {name: numbers[name] for name in NUMBERS if name in numbers} | switches
    settings |= {name: sent[name] for name in CHOICES if name in sent}
    if "place-0" in numbers:
        places = range(max(GAMES[game].players))
        settings["place_points"] = _without_end(tuple(numbers.get(f"place-{place}", 0) for place in places))
    if "tie_break" in sent:
        settings["tie_breaks"] = tuple(dict.fromkeys(filter(None, sent.getlist("tie_break"))))
    plan = _plan(
        game=game,
        options=rules.options,
        choices=rules.choices,
        sizes=sizes,
        givers={step: sent[f"giver-{step}"] for step in EVENING_LADDER if f"giver-{step}" in sent},
        ladder={step: numbers.get(f"step-{step}", 0) for step in EVENING_LADDER},
        book=rules.book,
        **settings,
    )
    if plan.tells_hidden:
        faults["hidden_last"] = said(EveningRefusal("tells-hidden"))
    return PlanForm(op, plan, title, values, rules, faults, warned=sent.get("warned") == "yes")


def _missing(sent: "MultiDict[str, str]", numbers: Mapping[str, int], sizes: tuple[int, ...]) -> dict[str, str]:
    faults = {} if sizes else {"sizes": _("Choose how many sit at a table.")}
    if sent.get("length") == Length.TIME and numbers.get("minutes") == 0:
        faults["minutes"] = _("A round by time needs its minutes.")
    return faults


def _points(game: str) -> list[str]:
    return [f"place-{place}" for place in range(max(GAMES[game].players))] + [f"step-{step}" for step in EVENING_LADDER]


def _numbers(sent: "MultiDict[str, str]", names: list[str]) -> tuple[dict[str, int], dict[str, str], dict[str, str]]:
    good, typed, faults = {}, {}, {}
    for name in names:
        if name not in sent:
            continue
        low, high = NUMBERS.get(name, POINTS)
        typed[name] = sent[name]
        read = parse_signed(sent[name].strip())
        if read is None or not low <= read <= high:
            faults[name] = said(EveningRefusal("bad-minutes", {"low": number(low), "high": number(high)}))
        else:
            good[name] = read
    return good, typed, faults


def _sizes(game: str, sent: "MultiDict[str, str]") -> tuple[int, ...]:
    wanted = {parse_integer(typed) for typed in sent.getlist("size")}
    if not wanted <= set(GAMES[game].players):
        raise NotThisForm
    return tuple(sorted((size for size in wanted if size is not None), reverse=True))


def _plan(**settings: Any) -> Plan:
    try:
        return convert({"kind": Kind.TOURNAMENT, "absence": Absence.POINTS, **settings}, Plan)
    except ValidationError:
        raise NotThisForm from None


def _without_end(points: tuple[int, ...]) -> tuple[int, ...]:
    """Points without the noughts at the end, all but one: they say nothing."""
    last = max((at for at, point in enumerate(points) if point), default=0)
    return points[: last + 2]
