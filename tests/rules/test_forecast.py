"""What a phone without a network works out by itself is what the rules say, in every game of tricks."""

import random
from typing import Any, NamedTuple

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules_core.findings import Observer
from rules_core.forecast import Forecast
from tests.cases import MORE
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.option_values import one_at_a_time
from tests.rules.plain import GAME as PLAIN
from tests.rules.sitting_down import sit_down
from tests.scripts.script import answers
from webapp.live.forecasts import hand_at, plan

Raw = dict[str, Any]
KNOWN = [
    kind for kind in EVENINGS if isinstance(kind.game.forecast(kind.game.players[0], kind.game.options()), Forecast)
]
"""Games in which all turn a card at the same time have a test of their own (tests/rules/games/sichermans_war)."""
ENTRIES = 120
LEFT_OUT: Raw = {"counting": False, "done": [], "times": 0, "holder": None, "low": None, "words": {}}
"""What a page is not told where it is nothing."""

IMPORTS = """
import {forecast} from "./forecast.js";
import {steps} from "./steps.js";
"""
GO_ON = """([plan, acts]) => {
    const enter = steps(forecast);
    let ahead = null;
    return acts.map(([events, told]) => {
        for (const event of ahead ? events : []) ahead = enter(plan, ahead, event);
        const found = ahead, lies = found?.phase === "play" && found.lying.length;
        const best = lies && !forecast.open(plan, found) ? forecast.taker(plan, found) : -1;
        if (!found || found.phase === "unknown") ahead = told && {out: [], full: null, ...told};
        return [found, best];
    });
}"""
"""Goes on by itself from what the rules tell, act by act, and says who is ahead; told anew where it knows no more."""


def told(evening: Evening) -> Raw | None:
    """Where the hand stands as a page tells it."""
    return hand_at(evening.game.name, evening.game.view(evening.state, Observer()))


def ahead_now(evening: Evening) -> int:
    """The seat whose card is ahead in the trick that lies open, -1 where none is."""
    seats = evening.game.view(evening.state, Observer()).seats
    return next((seat.seat for seat in seats if seat.ahead), -1)


def whole(stands: Raw) -> Raw:
    """Returns all that is compared, as JSON has it."""
    return {
        **LEFT_OUT,
        **{name: list(one) if isinstance(one, tuple) else one for name, one in stands.items()},
    }


class Followed(NamedTuple):
    """An evening: how its game goes, what was entered act by act with where it stands then.

    `seen` are by act the phase, how many are due, and the seat ahead, -1 where none is.
    """

    how: Raw
    acts: list[tuple[list[Raw], Raw | None]]
    seen: list[tuple[str, int, int]]


def followed(evening: Evening) -> Followed:
    how: Any = plan(evening.game.name, evening.players, evening.state.options)
    match = Followed(how, [], [])
    while evening.phase != "over" and len(evening.log) < ENTRIES:
        entered = len(evening.log)
        evening.act()
        match.acts.append((evening.log[entered:], told(evening)))
        match.seen.append((evening.phase, len(evening.to_act), ahead_now(evening)))
    return match


def test_a_phone_goes_on_as_the_rules_do() -> None:
    """All evenings are gone through by one process: to start it takes longer than they do."""
    matches: list[Followed] = []

    @settings(max_examples=8 * MORE, deadline=None, phases=[Phase.generate])
    @given(data=st.data())
    def played(data: st.DataObject) -> None:
        matches.extend(followed(sit_down(data, kind, cheats=False)) for kind in KNOWN)

    played()
    _goes_on_in(matches)


def test_it_does_with_every_option() -> None:
    chance = random.Random(5)
    _goes_on_in(
        [
            followed(kind(chance, players, options))
            for kind in KNOWN
            for players in kind.game.players
            for options in one_at_a_time(kind.game, players)
        ]
    )


def _goes_on_in(matches: list[Followed]) -> None:
    phones = answers(IMPORTS, GO_ON, [[match.how, match.acts] for match in matches])
    for match, phone in zip(matches, phones, strict=True):
        for (events, rules), (phase, due, best), (ahead, shown) in zip(match.acts, match.seen, phone, strict=True):
            compare(match.how, ahead, rules and whole(rules), phase, due, {event["type"] for event in events})
            if ahead and ahead["phase"] == "play" and ahead["lying"]:
                assert shown == best


def compare(how: Raw, ahead: Raw | None, rules: Raw | None, phase: str, due: int, kinds: set[str]) -> None:
    """Asserts that where a phone is by itself is where the rules are; `due`: so many seats are."""
    now = ahead and {name: one for name, one in whole(ahead).items() if name in (rules or ())}
    where = ahead["phase"] if ahead else None
    if where == "play":
        assert now == rules
    elif where == "deal":
        assert phase in ("deal", "over")
    elif where and where in (how.get("opens"), how.get("asks"), how.get("wild"), *how.get("steps", ())):
        assert phase == where
        if now and rules and due > 1:  # whoever of them comes first
            now["next"] = rules["next"]
        assert rules is None or now == rules or phase == how.get("asks")
    elif where == "stopped":
        assert phase == how.get("resumes")
    else:
        # Between two hands, once the planned ones are over, only the rules know whether a match goes on.
        beyond = ahead is not None and 0 < ahead["planned"] <= ahead["hand"] and phase == "deal"
        assert not ahead or beyond or rules is None or not kinds <= {"play", "deal", "mercy"}


def test_a_plain_game_is_asked_who_takes_a_trick() -> None:
    asked = PLAIN.forecast(3, PLAIN.options())
    assert asked is not None
    assert {led: "".join(card[0] for card in order) for led, order in asked.orders[""].items()} == dict.fromkeys(
        "CDHS", "23456789TJQKA"
    )
