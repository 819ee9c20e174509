"""The page that a phone puts together from small messages is the page that is drawn whole."""

import gc
import random
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from flask import current_app, g

from tests.cases import MORE
from tests.web.support.all_roles import AllRoles
from tests.web.support.block_reader import BlockReader, event_data
from tests.web.support.random_matches import TABLES, VARIANTS, evening, folds, put
from tests.web.support.site import NAMES, Site
from webapp.http.answers import Message
from webapp.live.blocks import SHORT, Blocks, place
from webapp.live.broadcast import StreamState
from webapp.live.page import Fragments, context
from webapp.store.models import Table
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

STEPS = 30 * MORE
"""After how many entries of a match some of the phones look."""
HOST, SEAT, WATCHER = Viewer(1, Role.HOST), Viewer(2, Role.PLAYER, 1), Viewer(3, Role.WATCHER)
REFEREE = Viewer(4, Role.REFEREE)
LOST, GONE, SLOW = 0.15, 0.1, 0.1
"""How often a phone misses a message, opens its stream anew, or is behind with what it is sent."""
CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("host", {"type": "undo"}),
    ("player", {"type": "play", "seat": 2, "card": "5C"}),
    ("referee", {"type": "ruling", "event": 2, "text": "x\r\ny", "rule": "ODD-7", "remedy": "stands"}),
    ("referee", {"type": "amend", "changes": [{"target": 4, "with": [{"type": "play", "seat": 0, "card": "2D"}]}]}),
    ("referee", {"type": "adjust", "points": [1, 0, 0], "reason": "late"}),
    ("referee", {"type": "void-hand"}),
    ("host", {"type": "deal", "dealer": 0}),
)
PAUSING = {"why": "other", "text": "all of it", "pause": True, "by": "the host"}


class StreamedPhone:
    """A phone with a stream that breaks now and then, in one language."""

    def __init__(self, viewer: Viewer, language: str, fragments: Fragments, chance: random.Random) -> None:
        self.viewer, self.language, self._fragments, self._chance = viewer, language, fragments, chance
        self._reader, self._state = BlockReader(), StreamState()
        self._waiting: Message | None = None

    def compare(self, site: Site, table: Table) -> None:
        """Fails unless this phone, told of the table as it is now, has the page that is drawn whole."""
        now, chance = site.tables.at(table.id), self._chance
        with site.app.test_request_context(f"/tables/{table.id}"):
            g.language = self.language
            page = self._fragments.of(now, self.viewer)
            if chance.random() < GONE:  # it says which version it has, or nothing at all
                named = chance.choice((self._reader.version, "", "of another house"))
                self._state, self._waiting = StreamState(self._fragments.version(named)), None
            if chance.random() < LOST:
                return
            told = self._fragments.version(self._reader.version)
            answer = BlockReader()
            answer.version, answer.texts = self._reader.version, self._reader.texts
            assert answer.read(page.after(told).text) == page.html
            before, self._state = self._state, self._state.after(page, unheard=self._waiting is not None)
            message = self._state.sent if self._state is not before else self._waiting
            self._waiting = message if chance.random() < SLOW else None
            if self._waiting is not None:  # until it is sent a newer one may take its place
                return
            shown = page.html if message is None else self._reader.read(event_data(message.plain.decode()))
            assert shown == page.html == _whole(now, self.viewer, page.texts["op"])


def _whole(now: Any, viewer: Viewer, op: str) -> str:
    """The page as it is drawn for who loads it, with the stamp of the other drawing."""
    here = context(now, viewer)
    html = current_app.jinja_env.get_template("tables/_table.html").render(here)
    return html.replace(here["page"].op, op).replace("\r\n", "\n")  # to a page both are the end of a line


def matches() -> Iterator[Any]:
    """Every game with every number of players, as usual, and once with its other options."""
    for game, players in TABLES:
        yield pytest.param(game, players, {}, id=f"{game}-{players}")
    for game, players in dict(TABLES).items():
        if VARIANTS[game]:
            yield pytest.param(game, players, VARIANTS[game], id=f"{game}-{players}-variant")


@pytest.mark.parametrize(("game", "players", "options"), list(matches()))
def test_small_messages_come_to_the_whole_page(site: Site, game: str, players: int, options: Any) -> None:
    chance, fragments = random.Random(players), Fragments()
    # Signs that scripts count as two, and letters that they count as one.
    names = ("Ann 🂡", "Bën", *NAMES[2:])[:players]
    table = site.open_table(site.phone(), names, game=game, options=options)
    # Two are of one kind: what each has been told is its own.
    phones = [
        StreamedPhone(viewer, language, fragments, chance)
        for viewer in (HOST, HOST, SEAT, WATCHER, REFEREE)
        for language in ("en", "de")
    ]
    for fold in folds(evening(game, players, players, **options), STEPS):
        put(site, table, fold)
        for phone in chance.sample(phones, 2):
            phone.compare(site, table)


def test_small_messages_follow_what_is_undone_amended_and_ruled(site: Site) -> None:
    roles, chance, fragments = AllRoles(site), random.Random(1), Fragments()
    phones = [
        StreamedPhone(roles.viewer(role), language, fragments, chance)
        for role in ("host", "player", "scorekeeper", "watcher")
        for language in ("en", "de")
    ]

    def compare() -> None:
        for phone in phones:
            phone.compare(site, roles.table)

    roles.plays()
    phones.append(StreamedPhone(roles.viewer("referee"), "de", fragments, chance))
    compare()
    for number, (role, raw) in enumerate(CHANGES):
        made = site.make(roles.table.id, roles.viewer(role), raw, op=f"change-{number:09}", seen=None)
        assert isinstance(made, Made), (raw, getattr(made, "refusal", made))
        compare()
    for kind, line in (("dispute", PAUSING), ("resume", {"by": "the host"})):
        site.tables.add(roles.table.id, roles.viewer("host"), line_of(kind, line))
        compare()
    chosen = roles.phones["host"].post(f"/tables/{roles.table.id}/choices", data={"deck": "german", "entry": "keeper"})
    assert chosen.status_code == 303
    compare()
    site.referee(roles.table, "Fay")
    compare()


def test_two_phones_of_one_kind_are_each_sent_what_they_lack() -> None:
    def page(**texts: str) -> Blocks:
        return Blocks(1, ("host",), {"": "".join(map(place, texts)), **texts}, remembered=True)

    begun, between, again = page(pad="the pad " * 9), page(turn="who is due " * 9), page(pad="the pad " * 9, note="x")
    knows, comes = BlockReader(), BlockReader()
    before = begun.after(None)
    pairs = ((knows, [before, between.after(before)]), (comes, [between.after(None)]))
    for reader, told in pairs:
        for each in told:
            reader.read(each.text)
    sizes = []
    for reader, told in pairs:
        news = again.after(told[-1])
        assert reader.read(news.text) == again.html
        sizes.append(len(news.text))
    assert sizes[0] < sizes[1], "what a phone knows already is not sent again"


def test_what_two_texts_have_in_common_is_not_sent_again() -> None:
    chance = random.Random(7)
    for letters in ("ab", "aä", "a♠é", "a😀"):
        for _ in range(100):
            begins, ends = ("".join(chance.choices(letters, k=SHORT + 1)) for _ in range(2))
            one, other = ("".join(chance.choices(letters, k=chance.randrange(7))) for _ in range(2))
            before, after = (Blocks(1, ("host",), {"": f"{begins}{text}{ends}"}) for text in (one, other))
            told, reader = before.after(None), BlockReader()
            reader.read(told.text)
            news = after.after(told)
            assert reader.read(news.text) == after.html
            assert begins not in news.text
            assert ends not in news.text


def test_what_phones_were_told_does_not_hold_the_whole_page() -> None:
    page = Blocks(3, ("host",), {"": "the whole page"})
    told, whole = page.after(None), weakref.ref(page)
    del page
    gc.collect()
    assert whole() is None
    assert b"the whole page" in told.message.plain
