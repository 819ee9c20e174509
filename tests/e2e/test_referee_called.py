"""The referee is called: three phones, from the invitation to the case, and play goes on."""

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.screen_checks import check_screen


def test_a_player_calls_the_referee_and_play_goes_on(phones: Phones, host: Phone) -> None:
    ben, eva = phones(), phones()
    table = host.set_table([*DEALT, *plays("7C", "2C", "9C"), *plays("3D", first=0)])
    ben.is_let_in(host.way(table), "1")
    host.sit(table, 0)

    host.go(f"{table}/share")
    host.link("Referee").click()
    host.button("Invite a referee").click()
    code = host.page.locator(".code").inner_text()
    check_screen(host)

    eva.go("/")
    eva.page.get_by_label("Table code").fill(code)
    eva.button("Join").click()
    eva.sees("What a referee does")
    check_screen(eva)
    eva.page.get_by_label("Name that rulings are signed with").fill("Eva")
    eva.button("Rule here").click()
    expect(eva.link("To the desk")).to_be_visible()
    host.asks_again()
    expect(host.page.get_by_text("Eva", exact=True)).to_be_visible()
    host.go(table)

    # Ben doubts the two of clubs: two taps to the form, one to the trick, one to the card, two for what is the matter.
    ben.go(table)
    ben.taps_from_here()
    ben.menu("Referee")
    ben.choose(ben.page.get_by_role("radio", name="1 Trick 1 Ann"))
    ben.choose(ben.page.get_by_role("radio", name="2 of clubs Cat"))
    check_screen(ben)
    ben.choose(ben.page.get_by_role("radio", name="Revoke", exact=True))
    ben.choose(ben.page.get_by_role("radio", name="Play pauses", exact=True))
    assert ben.taps == 6
    check_screen(ben)
    ben.button("Call the referee").click()

    for phone in (host, ben):
        phone.sees("Referee looks at trick 1.")
        expect(phone.button("Play on")).to_be_visible()
        expect(phone.undo).to_have_count(0)
    check_screen(ben)
    expect(eva.link("To the desk 1 open matter")).to_be_visible()
    check_screen(eva)

    eva.link("To the desk 1 open matter").click()
    eva.sees("Hand 1, trick 1: Cat played")
    check_screen(eva)
    eva.link("Revoke").click()
    expect(eva.page.get_by_role("heading", name="Revoke", exact=True).first).to_be_visible()

    host.button("Play on").click()
    host.says("Ben plays")
    ben.play("4D")
    host.shows("4D")
    ben.sees("Play goes on.")


def test_a_refused_entry_is_put_to_the_referee(host: Phone) -> None:
    host.go(host.set_table([*DEALT, *plays("7C", "2C", "9C"), *plays("3D", "4D", first=0)]))
    host.expects(422)
    host.tap("7C")
    host.is_refused("already played")
    check_screen(host)
    host.refusal.get_by_role("link", name="Ask the referee").click()
    expect(host.page.get_by_label("In own words")).to_have_value("Cat: 7♣")
    expect(host.page.get_by_role("radio", name="A card was entered wrongly")).to_be_checked()
    host.button("Call the referee").click()
    host.sees("The host asks for a ruling.")
