"""The points of a penalty: out of sight where its step costs none, unless some were typed."""

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.ruling import three_phones
from tests.e2e.sample_hand import DEALT


def test_points_that_a_step_does_not_cost_are_seen_and_taken_out(phones: Phones, host: Phone) -> None:
    table, _ben, eva = three_phones(phones, host, DEALT)
    eva.go(f"{table}/penalties/new?seat=2")
    amount, why = eva.page.get_by_role("spinbutton", name="Cat"), eva.page.get_by_label("Why")
    expect(amount).to_be_hidden()
    eva.choose(eva.page.get_by_role("radio", name="Penalty points"))
    amount.fill("-3")
    eva.choose(eva.page.get_by_role("radio", name="Warning"))
    expect(amount).to_be_hidden()
    why.fill("Talks")
    eva.expects(422)
    eva.button("Give the penalty").click()
    eva.sees("This step of the ladder costs no points.")
    expect(amount).to_have_value("-3")
    expect(amount).to_be_visible()
    amount.fill("0")
    eva.button("Give the penalty").click()
    eva.sees("Warning for Cat")
