"""Words of a form that was sent while the connection was lost are on the form again, one step back."""

import secrets

from playwright.sync_api import Locator, expect

from tests.e2e.evening_acts import Evening
from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.without_network import LOST, is_back, stays_away

WORDS = "Ben saw it & said so"


def _field(phone: Phone) -> Locator:
    return phone.page.locator("textarea[name=text]")


def _calls(phone: Phone, table: str) -> str:
    """Opens the form of a call, fills it in, and returns its address."""
    phone.go(table)
    phone.menu("Referee")
    phone.choose(phone.page.get_by_role("radio", name="Something else", exact=True))
    _field(phone).fill(WORDS)
    return phone.page.url


def test_words_that_were_not_heard_stand_in_their_form_again(host: Phone) -> None:
    table = host.set_table([*DEALT, *plays("7C", "2C", "9C")])
    host.expects(*LOST)
    form = _calls(host, table)
    stays_away(host)
    host.button("Call the referee").click()
    host.page.wait_for_url("chrome-error://**")
    is_back(host)
    host.page.go_back()
    assert host.page.url == form
    expect(_field(host)).to_have_value(WORDS)
    host.choose(host.page.get_by_role("radio", name="Something else", exact=True))
    host.button("Call the referee").click()
    host.sees(WORDS)


def test_words_that_were_heard_stand_in_no_form_again(host: Phone) -> None:
    table = host.set_table([*DEALT, *plays("7C", "2C", "9C")])
    form = _calls(host, table)
    host.button("Call the referee").click()
    host.page.wait_for_url(lambda url: url != form)
    host.go(form)
    expect(_field(host)).to_have_value("")
    host.go(table)
    host.page.go_back()
    assert host.page.url == form
    expect(_field(host)).to_have_value("")


def test_the_reason_to_lift_a_penalty_is_not_lost(phones: Phones) -> None:
    host, referee = phones(), phones()
    evening = Evening(host)
    evening.is_ruled_by(referee)
    referee.post(f"{evening.path}/penalties", person="8", step="warning", reason="Talks", rule="GEN-3")
    referee.expects(*LOST)
    referee.go(f"{evening.path}/penalties")
    referee.link("Lift the penalty").click()
    form, field = referee.page.url, referee.page.locator("[name=reason]")
    field.fill(WORDS)
    stays_away(referee)
    referee.button("Lift the penalty").click()
    referee.page.wait_for_url("chrome-error://**")
    is_back(referee)
    referee.page.go_back()
    assert referee.page.url == form
    expect(field).to_have_value(WORDS)
    referee.button("Lift the penalty").click()
    referee.sees(WORDS)
    referee.page.go_back()
    referee.sees(WORDS)
    expect(field).to_have_count(0)


def test_an_address_does_not_grow_by_what_is_sent_to_it(host: Phone) -> None:
    host.go(f"{host.post('/circles', name='Tuesdays', op=secrets.token_hex(8))}/results")
    host.expects(422)
    form = host.page.url
    for sent in ("#sent", "", "#sent"):
        _field(host).fill(WORDS)
        host.button("Look at it").click()  # which is no match, and refused
        host.page.wait_for_url(f"{form}{sent}")
        host.sees("1 line is not right")


def test_back_from_what_was_made_leads_to_the_effect_that_was_shown(host: Phone) -> None:
    """The browser asks nobody to send a form once more."""
    table = host.set_table(DEALT)
    host.go(f"{table}/adjustments")
    host.page.locator("[name=points-1]").fill("-2")
    host.page.locator("[name=reason]").fill(WORDS)
    host.button("Show the effect").click()
    host.sees("This is what the points do.")
    shown = host.page.url
    host.button("Adjust the score").click()
    host.page.wait_for_url(f"**{table}/scores")
    host.page.go_back()
    assert host.page.url.partition("#")[0] == shown.partition("#")[0]
    host.sees("This is what the points do.")
    expect(host.page.locator("[name=reason]")).to_have_value(WORDS)
