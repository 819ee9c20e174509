"""Two tables that differ only in what is closed: whatever a page offers is followed in both, and answered alike.

Nothing is listed here: links and forms are found as a person finds them. An entry alone may be answered differently,
where the whole table is told that it was asked.
"""

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count, cycle, islice, product
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from rules_core.games import GAMES
from tests.cases import MORE
from tests.rules.tables import NAMES
from tests.web.support.crawling import Page, WebForm, address
from tests.web.support.hidden_worlds import DECLARED, SETTINGS
from tests.web.support.log_pairs import match_of, with_a_hand_declared, with_another_secret, with_other_older_tricks
from tests.web.support.sample import LogPair, Setting
from tests.web.support.site import Site
from tests.web.support.two_worlds import Raw, World
from webapp.http.rate_limiter import Rate
from webapp.referee.amending.draft import Draft
from webapp.store.roles import Role
from webapp.table import entry_rate
from webapp.table.entry_rate import PROGRAM
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

PAIRS = 6
"""With seven settings that makes 42 pairs of worlds. A secret that is shown is found in the first 35 of them."""
PAGES, FORMS, CARDS = 3, 2, 2
"""Of each pair: pages that one role looks at, forms that it sends, and cards that it asks each question with."""
ELSEWHERE = (
    "seat",
    "move",
    "codes",
    "grants",
    "recovery",
    "request",
    "requests",
    "scorekeeper",
    "again",
    "referees",
    "choices",
)
"""Pages and forms with fresh keys: they change who may do what at this table, or open another one."""
Way = Callable[[World, str, str], str]
UNUSED, USED = ("nothing", "an earlier question"), ("a call", "a call of another phone", "an entry")
"""What has had a key before: nothing that was taken, or something."""

pytestmark = pytest.mark.rule("GEN-5")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are filled again and again, faster than people play: nobody has to wait."""
    monkeypatch.setattr(entry_rate, "PEOPLE", Rate(at_once=1, every=0))


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("batch", range(MORE))
def test_every_question_that_a_page_offers_is_answered_alike(site: Site, name: str, batch: int) -> None:
    chance = random.Random(f"{name} {batch}")
    pairs = (_pair(name, PAIRS * batch + number, chance) for number in range(PAIRS))
    for (one, other), twins in _worlds_of(site, pairs):
        roles = [who for who in one.phones if who != f"seat {twins.privy}"]
        _crawl(one, other, twins, chance.choice(roles), chance)


@pytest.mark.parametrize("name", SETTINGS)
def test_asking_with_any_card_tells_nothing(site: Site, name: str) -> None:
    """The attack: every question that takes a card, asked with the cards that lie closed in one world, and others."""
    chance = random.Random(name)
    twins = next(_with_other_cards(name, chance))
    one, other = _worlds(site, twins)
    cards = sorted(twins.cards)[:CARDS] + chance.sample(one.fold.game.pack, 1)
    for path in (path for card in cards for path in _asked_with(one, str(card))):
        who = chance.choice(("host", "seat 0"))
        assert one.page(who, path) == other.page(who, path), (who, path)


@pytest.mark.parametrize("name", SETTINGS)
def test_entering_any_card_is_told_to_the_table(site: Site, name: str) -> None:
    """The same by entries: what is answered differently is told, whatever page the phone had seen."""
    chance, differ = random.Random(name), 0
    for worlds, twins in _worlds_of(site, islice(_with_other_cards(name, chance), 3)):
        for card, seen in product(sorted(twins.cards), ({}, {"seen": "0"})):
            raw = {
                "type": "play",
                "seat": next(iter(worlds[0].fold.game.to_act(worlds[0].fold.state)), 0),
                "card": card,
            }
            answers = [world.send("host", "/events", {"event": json.dumps(raw), **seen}) for world in worlds]
            assert answers[0] == answers[1] or any(world.asked_closed for world in worlds), (raw, seen)
            differ += answers[0] != answers[1]
    assert differ or "play" not in worlds[0].fold.game.events, "the attack finds something to ask"


@pytest.mark.parametrize("name", SETTINGS)
def test_no_key_has_any_card_answered_in_silence(site: Site, name: str) -> None:
    """The same under keys that are new, the same for all, or those of something that was sent before."""
    chance, heard = random.Random(name), set[str]()
    pairs, first = [*islice(_with_other_cards(name, chance), 2)], [*SETTINGS].index(name)
    # Each way meets each of the keys, at one table or another.
    turns = enumerate(WAYS.items(), first)
    for (turn, (way, asks)), (worlds, twins) in zip(turns, _worlds_of(site, cycle(pairs)), strict=False):
        for of in (UNUSED[turn % len(UNUSED)], USED[turn % len(USED)]):
            one_key = f"key-{chance.randrange(10**18):018}"
            for world in worlds:
                _use_key(world, of, one_key)
            for number, card in enumerate(sorted(twins.cards)[:CARDS]):
                key = f"{one_key}-{number:04}" if of == "nothing" else one_key
                answers = [asks(world, card, key) for world in worlds]
                assert answers[0] == answers[1] or any(world.asked_closed for world in worlds), (card, of, way)
                heard |= {way} if any(world.asked_closed for world in worlds) else set()
    assert heard >= HEARD or "play" not in GAMES[SETTINGS[name].game].events, "the attack finds something to ask"


def _by_form(world: World, raw: Raw, key: str) -> str:
    return world.send("host", "/events", {"event": json.dumps(raw), "op": key})


def _by_program(world: World, raw: Raw, key: str) -> str:
    return world.send_as_program("host", raw, key)


def _by_draft(world: World, card: str, key: str) -> str:
    index, instead = _newest_play(world, card)
    return world.send("host", "/amendments", {"draft": Draft({index: (instead,)}).packed, "reason": "x", "op": key})


def _by_request(world: World, raw: Raw, key: str) -> str:
    return world.send("host", "/changes", {"event": json.dumps(raw), "reason": "x", "op": key})


def _by_request_of_program(world: World, raw: Raw, key: str) -> str:
    return world.send_as_program("host", raw, key, asks_leave=True)


def _by_closed_card(world: World, card: str, key: str) -> str:
    """Corrects a card that this phone entered and that lies closed."""
    offered = CLOSED_CARD.findall(world.page_kept("host", CLOSED))
    trick, seat = offered[0] if offered else ("1", "0")
    return world.send("host", "/amendments", {"trick": trick, "seat": seat, "card": card, "op": key})


def _play_of(world: World, card: str) -> Raw:
    seat = next(iter(world.fold.game.to_act(world.fold.state)), 0)
    return {"type": "play", "seat": seat, "card": card}


def _amend_of(world: World, card: str) -> Raw:
    index, instead = _newest_play(world, card)
    return {"type": "amend", "changes": [{"target": index, "with": [instead]}], "reason": "x"}


def _newest_play(world: World, card: str) -> tuple[int, Raw]:
    """Returns the place of the newest play, and another card in its place."""
    bodies = [json.loads(event.body) for event in world.site.store.events(world.table.id)]
    plays = [(index, body) for index, body in enumerate(bodies) if body["type"] == "play"]
    index, body = plays[-1] if plays else (len(bodies) - 1, {"seat": 0})
    return index, {"type": "play", "seat": body["seat"], "card": card}


def _sent(sends: Callable[[World, Raw, str], str], of: Callable[[World, str], Raw]) -> Way:
    return lambda world, card, key: sends(world, of(world, card), key)


WAYS: dict[str, Way] = {
    "a play by form": _sent(_by_form, _play_of),
    "a play by program": _sent(_by_program, _play_of),
    "an amendment by form": _sent(_by_form, _amend_of),
    "an amendment by program": _sent(_by_program, _amend_of),
    "an amendment by draft": _by_draft,
    "a closed card": _by_closed_card,
    "a request": _sent(_by_request, _amend_of),
    "a request by program": _sent(_by_request_of_program, _amend_of),
}
"""How somebody may ask with a card, under a key."""
HEARD = WAYS.keys() - {"a closed card", "a request", "a request by program"}
"""Those that tell something at every table: not every phone has entered a card that lies closed, and none is judged
before somebody allows what is asked for."""


def _use_key(world: World, of: str, key: str) -> None:
    """Uses the key for something that is taken, as a form sends it and as a program does."""
    who = "seat 0" if "another phone" in of else "host"
    device = world.site.device(world.phones[who])
    viewer = Viewer(device, Role.HOST) if who == "host" else Viewer(device, Role.PLAYER, 0)
    for op in (key, PROGRAM + hashlib.sha256(key.encode()).hexdigest()):
        if "a call" in of:
            call = {"why": "score", "text": "", "pause": False, "by": who}
            assert isinstance(world.site.tables.add(world.table.id, viewer, line_of("dispute", call), op=op), Made)
        if of == "an entry":
            bet = {"type": "adjust", "points": [1] + [0] * (len(world.fold.state.totals) - 1), "reason": "a bet"}
            assert isinstance(world.site.make(world.table.id, viewer, bet, op=op, seen=None), Made)


@pytest.mark.parametrize("name", SETTINGS)
def test_correcting_a_closed_card_of_this_phone_is_told_to_the_table(site: Site, name: str) -> None:
    """The pages that name it are the same in both worlds; the answer is the same, or everybody is told."""
    chance, asked, offered = random.Random(name), 0, 0
    for (one, other), twins in _worlds_of(site, islice(_with_other_cards(name, chance), 3)):
        for who in ("host", "seat 0"):
            page = one.page(who, CLOSED)
            assert page == other.page(who, CLOSED)
            for trick, seat in CLOSED_CARD.findall(page)[:1]:
                offered += 1
                pad = f"{CLOSED}?trick={trick}&seat={seat}"
                assert one.page(who, pad) == other.page(who, pad)
                for card in sorted(twins.cards)[:CARDS]:
                    fields = {"trick": trick, "seat": seat, "card": card}
                    answers = [world.send(who, "/amendments", fields) for world in (one, other)]
                    assert answers[0] == answers[1] or one.asked_closed or other.asked_closed, fields
                    asked += one.asked_closed
    assert asked or not offered


def _with_other_cards(name: str, chance: random.Random) -> Iterator[LogPair]:
    """Yields pairs in which older tricks held cards that lie in none of the other world."""
    return (found for seed in count() if (found := _older_tricks(SETTINGS[name], seed, chance)).cards)


def _asked_with(world: World, card: str) -> Iterator[str]:
    """Yields every page that takes a card, for the newest entries."""
    newest = world.fold.seq - 1
    for index in range(max(0, newest - 2), newest + 1):
        put = Draft({index: ({"type": "play", "seat": 0, "card": card},)}).packed
        yield f"/entries/{index}/amend?card={card}"
        yield f"/amendments/draft?draft={put}"
        yield f"/entries/{index}/amend?side=after&draft={put}"
        yield f"/entries/{index}/amend?part=fields&side=after&kind=play&draft={put}"
    yield f"/moments/{newest}/legal?seat=0&cards={card}"
    yield f"/disputes/new?text={card}"


def _pair(name: str, seed: int, chance: random.Random) -> LogPair:
    """Returns a pair: in every third somebody has a secret, in the others older tricks held other cards."""
    if name in DECLARED and seed % 3 == 2:
        for again in range(20):
            evening = with_a_hand_declared(SETTINGS[name], seed + 1 + 40 * again)
            if found := list(with_another_secret(evening, chance)):
                return chance.choice(found)
    return _older_tricks(SETTINGS[name], seed, chance)


def _older_tricks(setting: Setting, seed: int, chance: random.Random) -> LogPair:
    for again in range(40):
        evening = match_of(setting, seed + 100 * again)
        swapped = chance.choice((0.0, 0.6))
        if evening.state.hand and (twins := with_other_older_tricks(evening, chance, swapped=swapped)):
            return twins
    raise AssertionError("no twins found")


def _worlds(site: Site, twins: LogPair) -> tuple[World, World]:
    found = []
    for log in twins.logs:
        found.append(World(site, twins.game, NAMES[: twins.players], "closed", twins.options))
        found[-1].fill(log)
    return found[0], found[1]


def _worlds_of(site: Site, pairs: Iterable[LogPair]) -> Iterator[tuple[tuple[World, World], LogPair]]:
    """Yields the worlds of each pair, which are the same two tables: each pair is put into them when it is its turn."""
    worlds = None
    for twins in pairs:
        if worlds is None:
            worlds = _worlds(site, twins)
        else:
            for world, log in zip(worlds, twins.logs, strict=True):
                world.empty()
                world.fill(log)
                assert world.fold.seq >= len(log), "a declared hand that contradicts is taken back after it"
        yield worlds, twins


def _crawl(one: World, other: World, twins: LogPair, who: str, chance: random.Random) -> None:
    """Follows links from the table's page, and sends forms that it finds; each is answered alike in both worlds."""
    waiting, seen, forms = ["/tables/N"], set[str](), list[WebForm]()
    while waiting and len(seen) < PAGES:
        url = waiting.pop(chance.randrange(len(waiting)) if len(seen) else 0)
        if url in seen:
            continue
        seen.add(url)
        text = one.at(who, url)
        assert text == other.at(who, url), (who, url)
        page = Page(text)
        links = sorted({link.partition("#")[0] for link in page.links if _is_followed(link)} - seen)
        waiting += links
        forms += page.forms
        _ask_with_cards(one, other, twins, who, links, chance)
    assert one.message(who) == other.message(who), who
    sent = [form for form in forms if _is_followed(form.action)]
    for form in chance.sample(sent, min(FORMS, len(sent))):
        _send(one, other, who, form, chance)


def _ask_with_cards(
    one: World, other: World, twins: LogPair, who: str, links: list[str], chance: random.Random
) -> None:
    """Asks the links that name a card with cards that lie closed in one of the worlds."""
    pack = set(one.fold.game.pack)
    asks = [link for link in links if any(value in pack for _name, value in parse_qsl(urlsplit(link).query))]
    for link in chance.sample(asks, min(1, len(asks))):
        for card in sorted(twins.cards)[:CARDS]:
            query = [(name, card if value in pack else value) for name, value in parse_qsl(urlsplit(link).query)]
            url = f"{urlsplit(link).path}?{urlencode(query)}"
            assert one.at(who, url) == other.at(who, url), (who, url)


def _send(one: World, other: World, who: str, form: WebForm, chance: random.Random) -> None:
    action, is_get, fields = form.filled(chance)
    if is_get:
        url = address(action, fields)
        assert one.at(who, url) == other.at(who, url), (who, url)
        return
    path = action.removeprefix("/tables/N")
    answers = [
        world.send(who, path, {name: sent for name, sent in fields.items() if name not in STAMPS})
        for world in (one, other)
    ]
    assert answers[0] == answers[1] or one.asked_closed or other.asked_closed, (who, path, fields)


STAMPS = ("op", "seen")
CLOSED = "/entries/closed"
CLOSED_CARD = re.compile(r"closed\?trick=(\d+)&amp;seat=(\d+)")


def _is_followed(url: str) -> bool:
    parts = urlsplit(url).path.split("/")
    return parts[1:3] == ["tables", "N"] and (len(parts) < 4 or parts[3] not in ELSEWHERE)
