"""What `python -m rules_core replay` answers for one record (record, section 2)."""

from typing import Any

from msgspec import to_builtins

from rules_core.codes import CODES
from rules_core.game import Infraction, Malformed, Refusal
from rules_core.record import Record
from rules_core.replay import Fold, replay


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


def error(refusal: Refusal, index: int | None) -> dict[str, Any]:
    """Returns a refusal as the record writes it; the message is for developers, people get theirs from the web."""
    facts = {name: fact for name, fact in refusal.facts.items() if not isinstance(fact, Refusal)}
    message = ", ".join(f"{name}={fact}" for name, fact in facts.items())
    named: dict[str, Any] = {name: facts[name] for name in ("at", "cause") if name in facts}
    rule = refusal.rule or CODES.get(refusal.code)
    return {"index": index, "code": refusal.code, "rule": rule, "message": message or refusal.code, **named}


def malformed(problem: Malformed) -> dict[str, Any]:
    """Returns the result of a record that breaks section 1."""
    return {"accepted": 0, "error": {"index": None, "code": "malformed", "rule": None, "message": str(problem)}}


def _infraction(infraction: Infraction) -> dict[str, Any]:
    written: dict[str, Any] = to_builtins(infraction)
    del written["private"]
    return written


def _query(fold: Fold, query: dict[str, Any]) -> dict[str, Any]:
    match query:
        case {"seat": int(seat), "hand": [*cards]} if all(isinstance(card, str) for card in cards):
            return {"legal": fold.game.legal(fold.state, seat, tuple(cards))}
    for name, answers in fold.game.QUERIES.items():
        if name in query:
            return answers(fold.state, query)
    raise Malformed("a query that no game answers")
