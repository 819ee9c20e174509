"""Several phones in step: one that lost the Wi-Fi, one that only watches, two that are late."""

import pytest
from playwright.sync_api import APIResponse, Route, expect

from tests.e2e.phone import PATIENCE, Phone, Phones, card_label
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.without_network import waits

# The answer to what was asked of the server is there, and what it brings to the page, if anything.
ANSWERED = "document.addEventListener('htmx:finally:request', () => document.body.dataset.answered = '', {once: true})"
LOST = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "Failed to fetch")

# The next stream brings nothing any more once it is deaf, and does not end. What a page does about it waits in `due`.
DEAF_STREAM = """{
  const plain = fetch, wait = setTimeout;
  globalThis.due = [];
  const later = {4000: (call) => -due.push(call), 40000: () => 0};
  globalThis.setTimeout = (call, time, ...more) => later[time] ? later[time](call) : wait(call, time, ...more);
  globalThis.fetch = async (address, options) => {
    const answer = await plain(address, options);
    const {dataset} = document.body;
    if (!address.endsWith("/stream") || dataset.deaf) return answer;
    dataset.deaf = "no";
    const transform = (piece, sent) => { if (dataset.deaf === "no") sent.enqueue(piece); };
    return new Response(answer.body.pipeThrough(new TransformStream({transform})), answer);
  };
  const anew = () => { if (!document.body.dataset.deaf) dispatchEvent(new Event("online")), wait(anew, 200); };
  anew();
}"""


@pytest.fixture
def table(host: Phone) -> str:
    """A table that is dealt, on the host's phone."""
    table = host.set_table(DEALT)
    host.go(table)
    return table


@pytest.fixture
def ben(host: Phone, guest: Phone, table: str) -> Phone:
    """The phone on Ben's seat."""
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    host.sees("2 phones")
    return guest


def test_a_phone_that_lost_the_wifi_says_so_and_is_right_again(host: Phone, ben: Phone, table: str) -> None:
    ben.expects(*LOST)
    ben.context.set_offline(True)
    ben.sees("Not live")
    host.play("7C")
    host.play("2C")
    host.tap("9C")
    host.says("Ann leads")
    host.play("TD")
    ben.says("Ben leads")
    ben.context.set_offline(False)
    ben.says("Ben plays")
    ben.shows("TD")
    ben.sees("2 phones")
    expect(ben.page.get_by_text("Not live")).to_be_hidden()
    ben.play("4D")
    host.shows("4D")


def test_a_watcher_sees_every_play_and_has_no_pad(host: Phone, phones: Phones, table: str) -> None:
    watcher = phones()
    watcher.is_let_in(host.way(table, "watcher"), "watch")
    watcher.go(table)
    watcher.sees("No trick in this hand yet.")
    for card in ("7C", "2C"):
        host.play(card)
        watcher.shows(card)
    expect(watcher.keys).to_have_count(0)
    expect(watcher.undo).to_have_count(0)
    host.play("9C")
    watcher.sees("Ben led, Ann took it.")
    watcher.shows("7C", "2C", "9C")


def test_a_phone_whose_stream_has_gone_silent_opens_it_anew_however_fast_it_enters(host: Phone, table: str) -> None:
    host.page.evaluate(DEAF_STREAM)
    host.page.wait_for_selector("body[data-deaf=no]")
    host.page.evaluate("document.body.dataset.deaf = 'yes'")
    for card in ("7C", "2C"):
        with host.page.expect_response("**/events"):
            host.play(card)
    waits(host)
    assert host.page.evaluate("due.length") == 1
    assert host.page.locator("#moved").get_attribute("data-seq") == "1"
    with host.page.expect_response("**/stream"):
        host.page.evaluate("due[0]()")
    host.page.wait_for_selector("#moved[data-seq='3']", state="attached")


def test_a_late_tap_is_kept_for_one_more(host: Phone, ben: Phone, table: str) -> None:
    """Ben's phone hears nothing of it when Ben's card is corrected, and enters Cat's card on the old one."""
    host.play("7C")
    ben.expects(409, "ERR_FAILED", "Failed to fetch")
    ben.page.route("**/stream*", lambda route: route.abort())
    ben.page.reload()
    ben.says("Cat plays")
    host.undo.click()
    host.sees("took back")
    host.play("8C")
    ben.tap("2C")
    ben.sees("Look again.")
    expect(ben.page.get_by_role("alert").get_by_role("img", name=card_label("8C"))).to_be_visible()
    ben.says("Cat plays")
    ben.button("Enter the two of clubs all the same").click()
    ben.says("Ann plays")
    host.says("Ann plays")


def test_an_answer_that_comes_behind_later_news_puts_nothing_back(host: Phone, table: str) -> None:
    """Neither one that was taken nor one that was refused; the refusal is shown all the same."""
    late: list[tuple[Route, APIResponse]] = []
    host.page.route("**/events", lambda route: late.append((route, route.fetch())))
    host.expects(422)
    for others, turn in ((plays("2C", first=2), "Ann plays"), (plays("9C", first=0), "Ann leads")):
        with host.page.expect_request("**/events"):
            host.tap("7C")
        for _attempt in range(PATIENCE // 50):  # what others enter follows it: the server has to have it first
            if late:
                break
            host.page.wait_for_timeout(50)
        assert late, "no answer came"
        host.enter(table, others)
        expect(host.turn).to_have_text(turn)
        host.page.evaluate(ANSWERED)
        route, answer = late.pop()
        route.fulfill(response=answer)
        host.page.wait_for_selector("body[data-answered]")
        host.page.evaluate("delete document.body.dataset.answered")
        expect(host.page.locator("#table .turn h1")).to_have_text(turn)
    host.is_refused("already played")
    expect(host.page.locator(".board").get_by_role("img", name=card_label("9C"))).to_be_attached()


def test_a_double_tap_is_one_entry(host: Phone, ben: Phone, table: str) -> None:
    """A second entry would be taken here: whoever won one trick may win the next, too."""
    host.enter(table, [{"type": "trick", "winner": 2}])
    host.says("Cat leads")
    host.button("Ann").dblclick()
    host.says("Ann leads")
    ben.button("Cat").click()
    host.sees("trick 4 of 17")


def test_a_phone_that_has_seen_more_than_the_log_holds_says_so(host: Phone, table: str) -> None:
    """What it says is believed by its mark alone, which this one has made up."""
    host.has_all()
    kept = f"localStorage['seen {table}']"
    assert host.page.evaluate(kept).startswith("1 ")
    host.expects(400)
    host.page.evaluate(f"{kept} = '99 made-up'")
    with host.page.expect_response("**/put-back") as told:
        host.play("7C")
    assert told.value.status == 400
    assert told.value.request.post_data == "seen=99&mark=made-up"
    host.page.wait_for_function(f"{kept}.startsWith('2 ')")
    host.play("2C")
    host.page.wait_for_function(f"{kept}.startsWith('3 ')")
