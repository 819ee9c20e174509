"""A whole case: all sides agree on a ruling, two taps each, and a referee who comes later sees it otherwise."""

from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import check_screen

GAME = "sixes-and-sevens"
CARDS = ((1, "9C"), (2, "3C"), (0, "5C"), (1, "2D"))
EVENTS = [{"type": "deal", "dealer": 0}, *({"type": "play", "seat": seat, "card": card} for seat, card in CARDS)]
A_SIDE = 2


def test_all_sides_agree_and_a_referee_sees_it_otherwise(phones: Phones, host: Phone) -> None:
    ben, cat, eva = phones(), phones(), phones()
    table = host.set_table(EVENTS)
    host.sit(table, 0)
    for phone, seat in ((ben, "1"), (cat, "2")):
        phone.is_let_in(host.way(table), seat)
    for phone in (host, ben, cat):
        phone.go(table)

    # Ann calls, and proposes what is to be done about it.
    host.menu("Referee")
    host.choose(host.page.get_by_role("radio", name="The score", exact=False).first)
    host.button("Call the referee").click()
    host.go(f"{table}/disputes/1")
    host.choose(host.page.get_by_role("radio", name="Nothing was wrong"))
    host.page.get_by_label("The rule that it rests on").select_option(index=1)
    host.page.get_by_label("In own words").fill("Ben led diamonds.")
    host.button("Propose it to all").click()
    host.sees("Agreed: Ann. Not yet: Ben and Cat.")
    check_screen(host)

    # Each other side: one tap to read it, one to agree.
    for phone, left in ((ben, "Not yet: Cat."), (cat, "All sides agreed.")):
        phone.taps_from_here()
        phone.page.get_by_role("link", name="Ann proposes a ruling.").click()
        phone.button("I agree").click()
        phone.sees(left)
        assert phone.taps == A_SIDE
    check_screen(cat)
    host.go(f"{table}/disputes/1")
    host.sees("Nothing is to be done. Ben led diamonds.")

    # A referee comes later, takes it up again, and rules otherwise.
    host.post(f"{table}/codes", role="referee")
    eva.is_let_in(host.way(table, "referee"), name="Eva")
    eva.go(f"{table}/disputes/1")
    eva.link("Reopen").click()
    eva.page.get_by_label("Why").fill("It was clubs.")
    eva.button("Reopen the ruling").click()
    eva.choose(eva.page.get_by_role("radio", name="Let it stand, note it"))
    eva.page.get_by_label("The rule that it rests on").select_option(index=1)
    eva.button("So it is ruled").click()
    eva.sees("It stands as it was played.")
    check_screen(eva)
    eva.go(f"{table}/protocol")
    for said in ("Ben led diamonds.", "It was clubs.", "It stands as it was played.", "Ben agrees"):
        eva.sees(said)
