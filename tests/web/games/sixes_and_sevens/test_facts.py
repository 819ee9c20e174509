"""The facts above the cloth of Sixes and Sevens."""

import pytest

from tests.web.support.score_sheets import at_table, read
from tests.web.support.site import Site


@pytest.mark.parametrize(
    ("players", "low", "told"), [(3, False, ""), (4, False, "highest takes"), (6, True, "lowest takes")]
)
def test_what_takes_a_trick_of_as_many_odd_as_even_is_told_where_there_can_be_one(
    site: Site, players: int, low: bool, told: str
) -> None:
    host, table = at_table(site, "sixes-and-sevens", players, options={"ties_low": low})
    facts = read(host.get(f"/tables/{table.id}").text.partition('class="facts')[2].partition("</div>")[0])
    assert (f"Equal: {told}" in facts) == bool(told)
    assert ("Equal" in facts) == bool(told)
