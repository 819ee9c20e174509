"""The melds that a phone without a network names are those of the rules."""

import random
import re

import pytest

from rules_core.games.deep_six.hand import COPIES, HAND, PACK
from rules_core.games.deep_six.meld import best_melds, worth
from tests.cases import MORE
from tests.scripts.script import answers
from tests.web.games.deep_six.tables import NAMES
from tests.web.support.site import Site

HANDS = 2000
MELD = re.compile(r'<label class="ml( na)?" data-use="(\w+)" data-points="(-\d+)">.*?value="([2-8CDHS ]+)"')


def told(site: Site, reuse: str) -> list[dict[str, object]]:
    """Returns the melds that a table of this reading of DEEP-11 tells a phone of."""
    phone = site.phone()
    table = site.open_table(phone, NAMES, game="deep-six", options={"meld_reuse": reuse})
    _, _, melds = phone.get(f"/tables/{table.id}/phases").text.partition("<template data-melds ")
    found = MELD.findall(melds.partition("</template>")[0])
    return [
        {"run": bool(na), "use": use, "points": int(points), "cards": cards.split()} for na, use, points, cards in found
    ]


@pytest.mark.rule("DEEP-11")
@pytest.mark.parametrize("reuse", ["kinds", "none"])
def test_a_phone_names_the_melds_that_the_rules_name(site: Site, reuse: str) -> None:
    chance, pack = random.Random(11), PACK * COPIES
    packs = [[card for card in pack if card[0] in ranks] for ranks in ("2345678", "45678", "5678", "678")]
    hands = [
        chance.sample(chance.choice(packs), HAND if chance.random() < 0.7 else chance.randint(0, HAND))
        for _ in range(HANDS * MORE)
    ]
    sunk = [chance.choice(["C", "D", "H", "S"]) for _ in hands]
    melds = told(site, reuse)
    assert len(melds) == 3 * 4 + 3 * 4 + 3
    found = answers(
        'import {bestMelds, lacking, meldsIn, worth} from "./meld_search.js";',
        """([melds, held, sunk]) => {
            const free = melds.filter(({run, cards}) => !run || cards[0][1] !== sunk);
            const laid = bestMelds(meldsIn(free, held), held);
            return [worth(laid), lacking(laid, held)];
        }""",
        [[melds, hand, suit] for hand, suit in zip(hands, sunk, strict=True)],
    )
    for hand, suit, (points, missing) in zip(hands, sunk, found, strict=True):
        assert (points, missing) == (worth(best_melds(hand, suit, reuse)), []), (hand, suit)
