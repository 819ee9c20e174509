"""Forms that are answered alike when they are sent again, also where their act has ended the right to send them."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from flask import request

from webapp.access.device import current_device, sent_form_key
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.errors import KeyUsed
from webapp.store.roles import Scope
from webapp.store.used_keys import KeyedQuestion, question
from webapp.table.forms import key_in

T = TypeVar("T")


def once(scope: Scope, owner: int, act: Callable[[Key | None], T]) -> T | None:
    """Returns what an act comes to; None where the form of this request has done it before.

    `act` sees to the rights, and keeps the key of the form with what it changes (`question_of`); None: it has no key.
    """
    sent, device = key_in(request.form, "op"), current_device()
    if sent is None or device is None:
        return act(None)
    key = Key(sent_form_key(sent), lambda: "")
    kept = services().store.kept_answer(question_of(scope, owner, device.id, key))
    if kept is not None and not kept.answer:
        return None
    with suppress(KeyUsed):  # by the same form at the same moment
        return act(key)
    return None


def question_of(scope: Scope, owner: int, device_id: int, key: Key) -> KeyedQuestion:
    """Returns a key as the store keeps it."""
    return question(f"{scope} {owner}", device_id, key, key.asked)
