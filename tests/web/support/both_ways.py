"""Acts that pages and programs both offer: the same typed values, sent by a form and by the API to two equal houses."""

import os
import re
import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from html import unescape
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.databases import is_written
from tests.web.support.api_client import ApiClient
from tests.web.support.site import Site
from webapp.access.device import COOKIE

Values = Mapping[str, Any]
WHY = frozenset({409, 422})
"""Statuses of what is told with its reason."""
TAKEN = frozenset({200, 201, 202, 204, 303})


class Sent(NamedTuple):
    """What is sent: an address, and the fields of a form or the body of a request."""

    to: str
    what: Mapping[str, Any]


class Hand(NamedTuple):
    """One device, by the cookie of a browser or by the token of a program: it has the same rights either way."""

    phone: FlaskClient
    program: ApiClient
    device: int

    def again(self, site: Site) -> "Hand":
        """Returns the same device with a browser and a program that know nothing but it."""
        return Hand(site.renewed(self.phone), ApiClient(site.app, token=self.program.token), self.device)


def hand(site: Site) -> Hand:
    """Returns a device that nobody has used."""
    phone = site.phone()
    device = site.device(phone)
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    return Hand(phone, ApiClient(site.app, token=cookie.value), device)


@dataclass(frozen=True)
class Act:
    """An act by both ways: `good` is what is taken at the stage `at` when `by` sends it, `values` what may be typed.

    `form` and `program` say what is sent by either; both are given the house, the role of who sends, and the values.
    `roles` are those who find a form for it, or are refused one.
    """

    at: str
    by: str
    good: Values
    values: st.SearchStrategy[Values]
    form: Callable[[Any, str, Values], Sent]
    program: Callable[[Any, str, Values], Sent]
    roles: tuple[str, ...] = ()


class House(Protocol):
    """One of two equal worlds: a device of each role, and what has come of it."""

    site: Site
    hands: Mapping[str, Hand]

    def come_to(self) -> Any: ...


H = TypeVar("H", bound=House)


class Twins:
    """Two equal worlds of each stage: built once, and taken back to how they were then whenever they are asked for."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, tuple[tuple[Any, Any], Callable[[], None]]] = {}

    def at(self, site: Site, stage: Hashable, build: Callable[[], H]) -> tuple[H, H]:
        """Returns the two of a stage, in a house where nobody has been but for them."""
        if site.store.is_shared:
            return build(), build()
        if stage not in self._kept:
            self._kept[stage] = (build(), build()), site.keep()
        (first, second), take_back = self._kept[stage]
        take_back()
        return _again(first), _again(second)


def _again(house: H) -> H:
    """Returns the same world with browsers and programs that know nothing but their device."""
    same = copy(house)
    same.hands = {role: one.again(house.site) for role, one in house.hands.items()}
    return same


def send_both(form: House, program: House, act: Act, role: str, typed: Values, *, in_words: bool = False) -> int:
    """Sends an act by both ways, and returns what both come to. `in_words`: the form says why not as the API does.

    What both have come to is read anew only after something was written. What is so already a form may answer by
    leading on, where a program is told.
    """
    key = new_key()
    first = by_form(form.hands[role], act.form(form, role, typed), key)
    second = by_program(program.hands[role], act.program(program, role, typed), key)
    told = (act.at, role, typed, first.status_code, heading(first), second.text)
    assert outcome(first) == outcome(second) or (second.get_json() or {}).get("code") == "is-so", told
    if is_written(form.site.store):
        assert form.come_to() == program.come_to(), told
    if in_words and {first.status_code, second.status_code} <= WHY:
        assert second.get_json()["message"] in unescape(first.text), told
    return outcome(second)


class Pair(Generic[H]):
    """Two equal worlds, made anew only where something was done in them after which all was refused."""

    def __init__(self, make: Callable[[], tuple[H, H]]) -> None:
        self._make = make
        self.newest: tuple[H, ...] = ()
        """The worlds in which something was sent last."""
        self._houses: tuple[H, H] | None = None
        self._is_new = True

    def takes(self, act: Act) -> int:
        """Sends by both ways what is good, and returns what it comes to."""
        self._houses, self._is_new = self._make(), False
        return send_both(*self._houses, act, act.by, act.good)

    def send(self, act: Act, sent: Iterable[tuple[str, Values]], *, in_words: bool = False) -> None:
        """Sends by both ways what these roles have typed, one after the other."""
        houses = self._houses or self._make()
        outcomes = {send_both(*houses, act, role, typed, in_words=in_words) for role, typed in sent}
        is_refused = outcomes <= {422}
        self.newest = houses
        self._houses = None if is_refused and not self._is_new else houses
        self._is_new = is_refused


def often(examples: int) -> Callable[[Any], Any]:
    """Returns how a test sends made-up values: always the same ones, as many times as many as the run asks for."""
    times = int(os.environ.get("SIXFOLD_EXAMPLES", "1"))
    return settings(
        max_examples=times * examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


def taken(answer: TestResponse) -> bool:
    """Tells whether an act was done."""
    return answer.status_code in TAKEN


def outcome(answer: TestResponse) -> int:
    """Returns what an answer comes to: 200 for what is done, 422 for what is refused; an answer of 500 is neither."""
    if taken(answer):
        return 200
    return 422 if 400 <= answer.status_code < 500 else answer.status_code


def heading(answer: TestResponse) -> str:
    """Returns the words of a page: what it says of what it has not taken stands among them."""
    return " ".join(re.sub(r"<[^>]*>", " ", answer.text.partition("<main")[2]).split())[:500]


def by_form(who: Hand, sent: Sent, key: str) -> TestResponse:
    """Sends a form."""
    return who.phone.post(sent.to, data={"op": key, **sent.what})


def by_program(who: Hand, sent: Sent, key: str) -> TestResponse:
    """Sends the same as a program."""
    return who.program.post(sent.to, sent.what, **{"Idempotency-Key": key})


def new_key() -> str:
    """Returns the key of a form that nobody has sent."""
    return secrets.token_hex(8)


def without(found: Any, names: Iterable[str]) -> Any:
    """Returns values without what two houses cannot have alike: ids and moments."""
    left_out = frozenset(names)
    if isinstance(found, dict):
        return {name: without(it, left_out) for name, it in found.items() if name not in left_out}
    if isinstance(found, list | tuple):
        return [without(it, left_out) for it in found]
    return found
