"""A phone that has kept what it saw: the table is as it was, with what waits; and nobody else's is shown."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, expect

from tests.e2e.phone import NEW_TABLE, PATIENCE, Phone
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.without_network import LOST, is_back, log, stays_away, waits

AT_TABLE = re.compile(r"/tables/\d+$")
IS_KEPT = """async ([path, said]) => {
  const kept = await caches.match(path, {ignoreVary: true});
  return !!kept && (await kept.text()).includes(said);
}"""
IS_KEPT_NO_LONGER = """async (path) => {
  const kept = await caches.open('kept');
  return (await kept.keys()).every(({url}) => new URL(url).pathname !== path);
}"""


@pytest.fixture
def keeper(browser: Browser, address: str) -> Iterator[Phone]:
    """A phone whose worker keeps pages."""
    phone = Phone(browser, address, keeps=True)
    phone.expects(*LOST)
    yield phone
    phone.context.close()


def _is_kept(phone: Phone, path: str, text: str) -> None:
    _comes_true(phone, IS_KEPT, [path, text])


def _is_kept_no_longer(phone: Phone, path: str) -> None:
    """The worker puts out of its cache what was refused while the page is shown already."""
    _comes_true(phone, IS_KEPT_NO_LONGER, path)


def _comes_true(phone: Phone, asked: str, arg: str | list[str]) -> None:
    """Asks until the answer is yes. `wait_for_function` takes the promise of an answer for a yes."""
    failed: Error | None = None
    for _attempt in range(PATIENCE // 50):
        try:
            if phone.page.evaluate(asked, arg):
                return
        except Error as error:  # a page that goes on at this moment is asked again when the next one is there
            failed = error
        phone.page.wait_for_timeout(50)
    pytest.fail(f"never came true: {asked} {arg}, last error: {failed}")


def test_a_table_opens_as_it_was_with_what_waits_and_so_do_lessons_and_rules(keeper: Phone) -> None:
    table = keeper.set_table(DEALT)
    keeper.go(table)
    keeper.has_all()
    keeper.play("7C")
    _is_kept(keeper, table, 'data-seq="2"')
    keeper.answers(lambda dialog: dialog.accept())
    stays_away(keeper)
    keeper.tap("2C")
    waits(keeper, "2 of clubs")
    keeper.page.reload()
    keeper.says("Ann plays")
    expect(keeper.card("7C").first).to_be_visible()
    waits(keeper, "2 of clubs")
    keeper.tap("9C")
    is_back(keeper)
    keeper.says("Ann leads")
    waits(keeper)
    assert log(keeper, table) == ["7C", "2C", "9C"]

    for path, text in (("/learn/deep-six", "90 seconds"), ("/rules/deep-six", "DEEP-1")):
        keeper.go(path)
        _is_kept(keeper, path, text)
        stays_away(keeper)
        keeper.page.reload()
        keeper.sees(text)
        is_back(keeper)


def test_what_was_told_before_its_scripts_had_come_is_kept(keeper: Phone) -> None:
    table = keeper.set_table(DEALT)
    keeper.go(table)
    keeper.has_all()
    _is_kept(keeper, table, "Ben")
    keeper.page.reload()
    keeper.enter(table, plays("7C"))
    keeper.says("Cat plays")
    keeper.has_all()
    stays_away(keeper)
    _is_kept(keeper, table, 'data-seq="2"')


def test_what_may_not_be_seen_any_more_is_kept_no_longer(keeper: Phone, host: Phone) -> None:
    table = host.set_table(DEALT)
    keeper.is_let_in(host.way(table), "1")
    keeper.go(table)
    keeper.has_all()
    _is_kept(keeper, table, "Ben")
    keeper.go("/learn")  # the page of the table saves what its stream tells, until it is left
    keeper.context.clear_cookies()
    keeper.expects(404)
    keeper.go(table)
    _is_kept_no_longer(keeper, table)
    stays_away(keeper)
    with pytest.raises(Error, match="ERR_"):
        keeper.go(table)


def test_another_device_at_this_browser_and_a_form_find_nothing_kept(keeper: Phone) -> None:
    table = keeper.set_table(DEALT)
    keeper.go(table)
    keeper.has_all()
    _is_kept(keeper, table, "Ben")
    keeper.go("/settings")
    keeper.page.get_by_text("Dark", exact=True).click()
    keeper.button("Keep these").click()
    keeper.page.wait_for_load_state()
    _is_kept_no_longer(keeper, table)
    keeper.go(table)
    _is_kept(keeper, table, "Ben")
    keeper.context.clear_cookies()
    other = keeper.set_table(DEALT)
    keeper.go(other)
    _is_kept(keeper, other, "Ben")
    _is_kept_no_longer(keeper, table)


def test_over_plain_http_a_table_without_a_network_is_left_only_when_asked(host: Phone) -> None:
    asked: list[str] = []
    host.page.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', {value: false})")
    host.go(host.set_table(DEALT))
    host.has_all()
    host.tap("7C")
    host.says("Cat plays")
    host.expects(*LOST)
    host.answers(lambda dialog: (asked.append(dialog.type), dialog.accept()))
    stays_away(host)
    expect(host.page.get_by_text("Not live")).to_be_visible()
    with host.page.expect_event("close"):
        host.page.close(run_before_unload=True)
    assert asked == ["beforeunload"]


def test_back_leads_to_a_form_that_was_refused_with_what_was_typed(keeper: Phone) -> None:
    keeper.go(keeper.set_table(DEALT))
    keeper.page.wait_for_function("() => navigator.serviceWorker.controller")
    keeper.go(NEW_TABLE)
    keeper.expects("422")
    first, second, third = keeper.page.get_by_placeholder("Name").all()
    for field, name in ((first, "Ann"), (second, "Ann"), (third, "Cat")):
        field.fill(name)
    keeper.page.locator("form .main").click()
    keeper.sees("Ann sits at this table already")
    keeper.page.get_by_placeholder("Name").nth(1).fill("Ben")
    keeper.page.locator("form .main").click()
    keeper.page.wait_for_url(AT_TABLE)
    keeper.page.go_back()
    keeper.sees("Ann sits at this table already")
    assert keeper.page.get_by_placeholder("Name").evaluate_all("all => all.map((one) => one.value)") == [
        "Ann",
        "Ann",
        "Cat",
    ]
