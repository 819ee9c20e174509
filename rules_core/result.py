"""Result of `python -m rules_core replay` for one record (record, section 2)."""

from typing import Any

from msgspec import to_builtins

from rules_core.codes import CODES
from rules_core.findings import Infraction, Malformed, Observer, Refusal
from rules_core.record import Record
from rules_core.replay import Fold, replay
from rules_core.view import TableView

LONGEST_MESSAGE = 300
MOST_ASKED = 100
"""Cards or dice in one query; the largest pack has 96 cards."""


def answer(record: Record) -> dict[str, Any]:
    """Returns the result of a record: the table as far as it folds, the first refusal, the query's answer.

    Raises `Malformed` where the header or the query breaks the contract.
    """
    done = replay(record.header, record.events)
    result = table(done.fold)
    if done.refusal is not None:
        result["error"] = error(done.refusal, done.fold.seq)
    elif record.query is not None:
        result |= _query(done.fold, record.query)
    return result


def table(fold: Fold) -> dict[str, Any]:
    """Returns the state of a table for all to read, as the record's result has it."""
    game, state = fold.game, fold.state
    phase = game.phase(state)
    return {
        "accepted": fold.seq,
        "error": None,
        "phase": phase,
        "to_act": list(game.to_act(state)),
        "scores": list(state.totals),
        "infractions": [_infraction(i) for i in game.infractions(state)],
        "contradiction": to_builtins(game.contradiction(state)),
        "finished": phase == "over",
        "winners": list(state.winners),
        **game.summary(state),
    }


def seen(fold: Fold, observer: Observer) -> dict[str, Any]:
    """Returns the same as one observer may see it (record, section 6); the game's part tells what lies open to all."""
    view: TableView = fold.game.view(fold.state, observer)
    return {
        "accepted": fold.seq,
        "error": None,
        "phase": view.phase,
        "to_act": list(view.to_act),
        "scores": list(view.totals),
        "infractions": [_infraction(i) for i in view.infractions],
        "contradiction": to_builtins(view.contradiction),
        "finished": view.phase == "over",
        "winners": list(view.winners),
        **fold.game.summary(fold.state),
    }


def error(refusal: Refusal, index: int | None) -> dict[str, Any]:
    """Returns a refusal as the record writes it; the message is for developers, people get theirs from the web."""
    named: dict[str, Any] = {name: refusal.facts[name] for name in ("at", "cause") if name in refusal.facts}
    rule = refusal.rule or CODES.get(refusal.code)
    return {"index": index, "code": refusal.code, "rule": rule, "message": _shortened(_message(refusal)), **named}


def _message(refusal: Refusal) -> str:
    """Returns the code and what it rests on; of an amendment, what the event that broke says."""
    facts = refusal.facts
    if isinstance(cause := facts.get("refusal"), Refusal):
        return f"{refusal.code}: event {facts['at']} would be refused, {_message(cause)}"
    told = ", ".join(str(fact) if name == "problem" else f"{name} {_said(fact)}" for name, fact in facts.items())
    return f"{refusal.code}: {told}" if told else refusal.code


def _said(fact: Any) -> str:
    return " ".join(map(str, fact)) if isinstance(fact, tuple) else str(fact)


def _shortened(message: str) -> str:
    """A record may be large and its faults with it; a message is short."""
    return message if len(message) <= LONGEST_MESSAGE else message[: LONGEST_MESSAGE - 1] + "…"


def malformed(problem: Malformed) -> dict[str, Any]:
    """Returns the result of a record that breaks section 1."""
    message = _shortened(str(problem))
    return {"accepted": 0, "error": {"index": None, "code": "malformed", "rule": None, "message": message}}


def _infraction(infraction: Infraction) -> dict[str, Any]:
    written: dict[str, Any] = to_builtins(infraction)
    del written["private"]
    return written


def _query(fold: Fold, query: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer to a query (record, section 2). Raises `Malformed` where it cannot be read."""
    if any(isinstance(asked, list) and len(asked) > MOST_ASKED for asked in query.values()):
        raise Malformed(f"query: a list of more than {MOST_ASKED}; no pack has so many cards")
    match query:
        case {"seat": int(seat), "hand": [*cards]} if seat is not True and seat is not False:
            if not all(isinstance(card, str) for card in cards):
                raise Malformed("query: the hand holds something else than cards")
            return {"legal": fold.game.legal(fold.state, seat, tuple(cards))}
    for name, answers in fold.game.queries.items():
        if name in query:
            return answers(fold.state, query)
    raise Malformed(f"query: none that {fold.game.name} answers")
