"""What each saboteur does to the code, and the tests that must notice."""

import json
import sys
from collections.abc import Callable
from threading import Timer
from typing import Any, NamedTuple
from uuid import uuid4

from flask import request
from msgspec import structs

from rules_core.games import GAMES
from webapp.access import visit
from webapp.http import security
from webapp.store import Store, engines, log
from webapp.store.roles import Scope
from webapp.table import secret_hands
from webapp.table.viewer import Viewer

OWN_HAND, TABLES = "table/test_own_hand.py", "site/test_tables.py"
TROUBLES = "store/test_database_troubles.py"


class Saboteur(NamedTuple):
    """A deed by its name, and where it must be caught."""

    name: str
    deed: Callable[[], None]
    file: str
    test: str

    @property
    def caught_by(self) -> str:
        """The test as pytest names it."""
        return f"tests/web/{self.file}::test_{self.test}"


def put_in_place_of(honest: object, other: object) -> None:
    """Puts something else in the place of what a name stands for, in every module of the code that has the name."""
    code = (module for name, module in [*sys.modules.items()] if name.partition(".")[0] in ("webapp", "rules_core"))
    for module in code:
        for name in [name for name, value in vars(module).items() if value is honest]:
            setattr(module, name, other)


def own_hand_filter_off() -> None:
    """Everybody sees the hand that somebody has declared, and may enter its cards."""
    put_in_place_of(secret_hands.asks_secret, lambda fold, seat, entry: None)
    for kind in {type(game) for game in GAMES.values()}:
        honest = kind.view

        def indiscreet(game: Any, state: Any, viewer: Any, honest: Callable[..., Any] = honest) -> Any:
            declared = getattr(getattr(state, "hand", None), "declared", ())
            seat = next((seat for seat, cards in enumerate(declared) if cards), viewer.seat)
            return honest(game, state, structs.replace(viewer, seat=seat))

        kind.view = indiscreet  # type: ignore[method-assign]


def op_ignored() -> None:
    """Every entry is a new one, whatever key it bears."""
    put_in_place_of(log.op_key, lambda device_id, op: str(uuid4()))


def seat_from_the_form() -> None:
    """A phone acts for the seat that it names."""
    honest = visit.viewer_of

    def credulous(table_id: int) -> Viewer:
        viewer = honest(table_id)
        try:
            seat = json.loads(request.form.get("event", "{}")).get("seat", viewer.seat)
        except (ValueError, AttributeError):
            return viewer
        return Viewer(viewer.device_id, viewer.role, seat, viewer.agreed)

    put_in_place_of(honest, credulous)


def deferred_begin() -> None:
    """A transaction takes the write lock when it first writes, not when it begins."""
    put_in_place_of(engines.BEGIN_WRITING, "BEGIN DEFERRED")


def answer_before_commit() -> None:
    """What is acknowledged is written a moment later."""
    honest = Store.append

    def hasty(store: Store, table_id: int, **entry: Any) -> int:
        later = Timer(0.1, honest, (store, table_id), entry)
        later.daemon = True
        later.start()
        return 0

    Store.append = hasty  # type: ignore[method-assign, assignment]


def origin_check_off() -> None:
    """Whatever page sends a form, it is ours."""
    put_in_place_of(security.is_same_origin, lambda: True)


def keep_ended_grants() -> None:
    """What a phone may do is remembered from the first time it asked."""
    honest, known = Store.device_grant, dict[tuple[str, int, Scope], Any]()

    def remembering(store: Store, token_hash: str, owner: int, scope: Scope = Scope.TABLE) -> Any:
        key = (token_hash, owner, scope)
        if key not in known:
            known[key] = honest(store, token_hash, owner, scope)
        return known[key]

    Store.device_grant = remembering  # type: ignore[method-assign]


def rule_check_skipped() -> None:
    """No rule refuses anything."""
    for kind in {type(game) for game in GAMES.values()}:
        kind.judge = lambda game, state, event, index: None  # type: ignore[method-assign]


SABOTEURS = (
    Saboteur("own-hand filter off", own_hand_filter_off, OWN_HAND, "others_receive_the_same_whatever_the_hand_is"),
    Saboteur("op ignored", op_ignored, TABLES, "the_same_tap_twice_is_one_event"),
    Saboteur(
        "seat taken from the form", seat_from_the_form, OWN_HAND, "nobody_enters_or_mends_the_hand_of_somebody_else"
    ),
    Saboteur("deferred BEGIN", deferred_begin, TROUBLES, "whoever_writes_holds_the_file_from_the_beginning"),
    Saboteur("answer before commit", answer_before_commit, TROUBLES, "what_is_acknowledged_stands_in_the_log"),
    Saboteur("origin check off", origin_check_off, "http/test_security.py", "a_foreign_post_is_refused_everywhere"),
    Saboteur("ended grants kept", keep_ended_grants, "access/test_device.py", "an_ended_grant_counts_at_once"),
    Saboteur("rule check skipped", rule_check_skipped, TABLES, "a_refusal_says_why_with_the_rule_and_what_to_do"),
)
