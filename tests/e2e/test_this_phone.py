"""What a phone does for its owner: the screen stays on, and it signals what its owner should notice."""

from playwright.sync_api import Route, expect

from tests.e2e.phone import Phone
from tests.e2e.sample_hand import DEALT, plays

WITHOUT_LOCK = "delete Navigator.prototype.wakeLock;"
"""As over plain http, where no browser has it."""
NOTED = """() => {
    window.noted = [];
    navigator.vibrate = (pulses) => noted.push(pulses.length);
    window.AudioContext = class extends AudioContext {
        createOscillator() { noted.push("tone"); return super.createOscillator(); }
    };
}"""
ROLLS = "!document.getElementById('film').paused"


def without_wake_lock(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=WITHOUT_LOCK + answer.text())


def test_a_film_keeps_the_screen_on_where_there_is_no_wake_lock(guest: Phone) -> None:
    guest.page.route("**/static/app.js*", without_wake_lock)
    table = guest.set_table(DEALT)
    guest.go(table)
    guest.has_all()
    assert not guest.page.evaluate(ROLLS)
    guest.play("7C")
    guest.page.wait_for_function(ROLLS)
    assert guest.page.evaluate("getComputedStyle(document.getElementById('film')).height") == "844px"
    guest.go("/settings")
    expect(guest.page.get_by_text("from the first tap on")).to_be_visible()
    expect(guest.page.locator("[data-way]:visible")).to_have_count(1)
    guest.choose(guest.page.get_by_role("radio", name="May go dark"))
    guest.button("Keep these").click()
    guest.go(table)
    guest.has_all()
    guest.play("2C")
    assert not guest.page.evaluate(ROLLS)


def test_it_signals_the_own_turn_a_refusal_and_a_call(host: Phone, guest: Phone) -> None:
    table = host.set_table([*DEALT, *plays("7C", "2C", "9C")])
    guest.is_let_in(host.way(table), "1")
    guest.go("/settings")
    guest.choose(guest.page.get_by_role("radio", name="Soft sound"))
    guest.button("Keep these").click()
    guest.go(table)
    guest.has_all()
    guest.page.evaluate(NOTED)
    guest.page.get_by_role("heading", level=1).click()
    host.enter(table, plays("3D", first=0))
    guest.says("Ben plays")
    assert guest.page.evaluate("noted.splice(0)") == [1, "tone"]
    guest.expects(422)
    guest.tap("7C")
    expect(guest.refusal).to_be_visible()
    assert guest.page.evaluate("noted.splice(0)") == [3, "tone"]
    host.post(f"{table}/disputes", op="0" * 16, seen="4", about="match", why="score", play="on")
    expect(guest.page.locator("#notes .call")).to_be_attached()
    assert guest.page.evaluate("noted.splice(0)") == [3, "tone", "tone"]
