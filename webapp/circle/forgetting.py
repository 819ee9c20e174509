"""Forgetting a player of a circle: the preview, and removing the name from texts and memory."""

import json
import logging
import re
import time
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from threading import Event, Thread
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import viewer_of
from webapp.circle.visit import CircleVisit, if_there, visit_circle
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningKeeper
from webapp.evening.standing.scoring import AdjustedTo
from webapp.games.common.call_reasons import REASONS, is_reason
from webapp.http.answers import Page
from webapp.http.durations import ERASES_AFTER, ERASES_WITHIN
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.rate_limiter import Rate
from webapp.http.rate_limits import FORGET_EVERY, FORGETS_AT_ONCE
from webapp.http.steps import let_others
from webapp.services import Services, services
from webapp.store.circle_models import CircleForgetting, CirclePlayer
from webapp.store.engines import StoreError
from webapp.store.forgetting import NamesLeft
from webapp.store.forgotten_player import ForgottenNames, KeptNames, StillPlaying
from webapp.store.models import Table
from webapp.store.name_keys import name_key
from webapp.table.desk import Remedy
from webapp.table.entry import stored
from webapp.words.cases import is_ready_ruling

TEXTS = frozenset(
    {"agreed", "by", "head", "name", "names", "op", "reason", "team", "text", "title", "to", "who", "why"}
)
"""Fields of entries and lines with typed text, or a list of such texts."""
ENTRIES, LINES, ZONES = "entries", "lines", "zones"
"""Fields of a line that hold entries asked for, lines that would go with them, and zones of referees."""
LINE_CODES: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "dispute": ("why", is_reason),
    "adjusted": ("to", re.compile("|".join(AdjustedTo)).fullmatch),
    "penalty": ("ready", REASONS.__contains__),
    "penalised": ("ready", REASONS.__contains__),
}
"""Fields of lines that hold codes, where others hold texts, unless a file has brought anything else."""
CODED: Mapping[str, Callable[[str], object]] = {
    "rule": re.compile(r"[A-Z]*(-V?\d+)?").fullmatch,
    "remedy": re.compile("|".join(Remedy)).fullmatch,
    "ready": is_ready_ruling,
}
"""Fields of a ruling that hold codes, unless a program has sent anything else."""


class TextRemover:
    """Takes names out of texts, as whole words in any case, also with the s that says whose something is.

    Written otherwise a name goes as well: with a blank, a hyphen or nothing between its parts, or letter by letter.
    Names of others that contain one of them stay whole.
    """

    def __init__(self, names: Mapping[str, str], others: Collection[str] = ()) -> None:
        """`names` are the names to remove, each with its replacement."""
        self._instead = {_bare(name): instead for name, instead in names.items()}
        spelled = {form for name in names for spelling in (name, name.upper()) for form in _forms(spelling)}
        plain = _any_pattern(spelled)
        kept = {re.escape(name) for name in others if re.search(plain, name, re.IGNORECASE)}
        self._pattern = re.compile(
            rf"(?<!\w)(?:(?P<other>{_any_pattern(kept)})(?!\w)|(?P<name>{plain})(?=s?(?!\w)))", re.IGNORECASE
        )

    def text(self, said: str) -> str:
        """Returns a text without the names."""
        composed = unicodedata.normalize("NFC", said)
        left = self._pattern.sub(self._put, composed)
        return said if left == composed else left

    def event(self, body: str) -> str:
        """Returns an entry of a log, as it lies there, without the names."""
        raw = json.loads(body)
        left = self._event(raw)
        return body if left == raw else stored(left)

    def line(self, kind: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the body of a line of a desk or an evening without the names."""
        left = {field: self._field(field, said) for field, said in body.items()}
        field, is_code = LINE_CODES.get(kind, ("", str))
        if field in body:
            left[field] = said if is_code(said := body[field]) else self.text(said)
        if ENTRIES in body:
            left[ENTRIES] = [self._event(raw) for raw in body[ENTRIES]]
        if LINES in body:
            left[LINES] = [[kind, self.line(kind, said)] for kind, said in body[LINES]]
        if ZONES in body:
            left[ZONES] = [{**one, "by": self.text(one["by"])} for one in body[ZONES]]
        return left

    def _event(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        left = {field: self._field(field, said) for field, said in raw.items()}
        for field, is_code in CODED.items():
            if isinstance(said := raw.get(field), str) and not is_code(said):
                left[field] = self.text(said)
        if raw.get("type") == "amend":
            left["changes"] = [{**one, "with": [self._event(put) for put in one["with"]]} for one in raw["changes"]]
        return left

    def _field(self, field: str, said: Any) -> Any:
        if field not in TEXTS:
            return said
        if isinstance(said, list):
            return [self.text(one) if isinstance(one, str) else one for one in said]
        return self.text(said) if isinstance(said, str) else said

    def _put(self, found: re.Match[str]) -> str:
        instead = self._instead.get(_bare(found["name"] or ""), found[0])
        # A name may be the end of its own replacement: where that stands already, it is left alone.
        return found[0] if found.string.endswith(instead, 0, found.end("name")) else instead


class PlayerRemover(TextRemover):
    """Takes the names of a player who is being forgotten out of texts."""

    def __init__(self, names: ForgottenNames) -> None:
        super().__init__(names.spellings, names.others)
        self.names = names


_BETWEEN = r"[\s\u00ad\u2010-\u2015_.-]"
"""Separators between the parts of a name, or its letters."""
_SHORTEST_SPACED = 3
"""Letters of the shortest name that is looked for letter by letter."""


def _bare(name: str) -> str:
    return re.sub(_BETWEEN, "", name_key(name))


def _forms(name: str) -> Iterator[str]:
    """Yields the patterns of a name: its parts with anything between them, and each letter for itself."""
    parts = [re.escape(part) for part in re.split(f"{_BETWEEN}+", name) if part]
    yield re.escape(name) if len(parts) < 2 else f"{re.escape(name)}|{f'{_BETWEEN}*'.join(parts)}"
    letters = [re.escape(letter) for letter in re.sub(_BETWEEN, "", name)]
    if len(letters) >= _SHORTEST_SPACED and all(letter.isalnum() for letter in letters):
        yield f"{_BETWEEN}+".join(letters)


def _any_pattern(patterns: Collection[str]) -> str:
    """Returns a pattern of any of these, the longest first; of none one that never matches."""
    return "|".join(sorted(patterns, key=lambda one: (-len(one), one))) or r"(?!)"


log = logging.getLogger(__name__)


def forget(circle_id: int, player_id: int, device_id: int) -> KeptNames:
    """Removes a player's names from the circle, its tables and their evenings, for good, with this device's rights.

    Returns the tables and evenings that keep the name, since they are those of others; none of a player who was
    forgotten before. Raises LookupError for no such player, StillPlaying where a table or evening with the player goes
    on, TooFast.
    """
    here = services()
    if (player := here.store.circle_players(circle_id).get(player_id)) is None:
        raise LookupError
    if player.forgotten_at is not None:
        return KeptNames()
    # The file of the database is rewritten each time.
    here.rate_limiter.count(f"forgets {device_id}", Rate(FORGETS_AT_ONCE, FORGET_EVERY), time.time())
    try:
        begun, kept = here.store.begin_forgetting(circle_id, player_id, PlayerRemover, device_id=device_id)
    except LookupError:  # another phone was faster
        return KeptNames()
    part = here.part(Forgettings)
    try:
        part.finish(begun)
    except StoreError as error:  # it is finished in the background
        log.error("A name was not taken out everywhere yet: %s", error)
    part.ask()
    return kept


LOOKS = 5
"""Times to look for a name in a row: it may have been entered again meanwhile."""


class Forgettings:
    """Names being removed: the server continues after its next start.

    The file of the database is rewritten once no entries are made, since they would wait for it.
    """

    def __init__(self, here: Services) -> None:
        self._here, self._asked, self._ended = here, Event(), Event()

    def start(self) -> None:
        """Starts with the unfinished ones."""
        Thread(target=self._run, name="forgettings", daemon=True).start()

    def stop(self) -> None:
        """Ends after the step that is being made."""
        self._ended.set()
        self._asked.set()

    def ask(self) -> None:
        """Says that something is left to be done."""
        self._asked.set()

    def finish(self, begun: CircleForgetting) -> None:
        """Takes names out of the tables and evenings where they still stand, in steps; others are answered between."""
        store, remover = self._here.store, PlayerRemover(ForgottenNames(**begun.names))
        for _look in range(LOOKS):
            left = store.names_left(begun.player_id, remover)
            if not left.tables and not left.evenings:
                store.end_forgetting(begun.player_id)
                return
            for step in self._steps(left, remover):
                if self._ended.is_set():
                    return
                step()
                let_others()

    def _steps(self, left: NamesLeft, remover: PlayerRemover) -> Iterator[Callable[[], None]]:
        for evening_id in left.evenings:
            yield partial(self._forget_at_evening, evening_id, remover)
        for table_id in left.tables:
            change = partial(self._here.store.forget_at_table, table_id, remover)
            yield partial(self._here.tables.rewrite, table_id, change)

    def _forget_at_evening(self, evening_id: int, remover: PlayerRemover) -> None:
        self._here.store.forget_at_evening(evening_id, remover)
        self._here.part(EveningKeeper).refresh(evening_id)
        for table in self._here.store.tables_of_evening(evening_id):
            self._here.part(EveningTables).note(table.id)

    def go_on(self) -> None:
        """Finishes them, and erases the bytes once no entries are made."""
        store = self._here.store
        for begun in store.forgettings():
            if begun.names:
                try:
                    self.finish(begun)
                except Exception:  # the others go on
                    log.exception("A name was not taken out everywhere yet.")
        if any(not begun.names for begun in store.forgettings()) and self._is_quiet():
            store.erase_freed()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._asked.clear()
            try:
                self.go_on()
            except Exception:  # the next time may be a better one
                log.exception("The bytes of a name may still lie in the file.")
            self._asked.wait(ERASES_WITHIN)

    def _is_quiet(self) -> bool:
        """Waits until nothing was written for a moment, but not for ever. Returns False where the house ends."""
        until = time.monotonic() + ERASES_WITHIN
        while not self._ended.is_set():
            if self._here.store.quiet_for >= ERASES_AFTER or time.monotonic() >= until:
                return True
            self._ended.wait(ERASES_AFTER / 4)
        return False


def register(services: Services) -> None:
    """Has names taken out whose forgetting was begun, once the application serves."""
    services.add(Forgettings(services))


bp = Blueprint("circle_forgetting", __name__, url_prefix="/circles/<int:circle_id>/players")


@bp.get("/forget")
def show(circle_id: int) -> str:
    """Shows the consequences of forgetting a player."""
    here = visit_circle(circle_id)
    return _page(here, _player(here, request.args.get("player", "")))


@bp.post("/forget")
def make(circle_id: int) -> Response | Page:
    """Forgets a player, for good; not while a table or an evening with the player lasts."""
    here, sent = visit_circle(circle_id), request.form.get("player", "")
    try:
        kept = if_there(lambda: forget(circle_id, parse_integer(sent) or 0, here.device_id), code=400)
    except StillPlaying as sits:
        return _page(here, _player(here, sent), sits), 409
    if kept.number:
        return here.page("circle/forgotten.html", kept=kept), 200
    return redirect(url_for("circle_players.show", circle_id=circle_id), 303)


def _player(here: CircleVisit, sent: str) -> CirclePlayer:
    player = services().store.circle_players(here.circle.id, forgotten=False).get(parse_integer(sent) or 0)
    if player is None:
        abort(400)
    return player


def _page(here: CircleVisit, player: CirclePlayer, sits: StillPlaying | None = None) -> str:
    return here.page(
        "circle/forget.html",
        player=player,
        kept=if_there(lambda: services().store.names_kept(here.circle.id, player.id, here.device_id), code=400),
        is_own=player.id == here.player_id,
        why="" if sits is None else why_kept(player.name, sits),
        table=None if sits is None or sits.table_id is None else _opened(sits.table_id),
    )


def why_kept(name: str, sits: StillPlaying) -> str:
    """Returns why a player is not forgotten yet."""
    if sits.table_id is None:
        return _("%(name)s is on the list of an evening that is not over.", name=name)
    return _("%(name)s sits at a table that is not over.", name=name)


def _opened(table_id: int) -> Table | None:
    """Returns a table that this phone may look at."""
    return services().store.table(table_id) if viewer_of(table_id).may_see else None
