"""Random evenings with real cards, one class a game: what was really held is known, so every proof can be checked."""

from tests.rules.evenings.deep_six import DeepSix
from tests.rules.evenings.evening import Evening
from tests.rules.evenings.sechsundsechzig import Sechsundsechzig
from tests.rules.evenings.sichere_six import SichereSix
from tests.rules.evenings.sichermans_war import SichermansWar
from tests.rules.evenings.sixes_and_sevens import SixesAndSevens

EVENINGS: tuple[type[Evening], ...] = (
    SichereSix,
    SichermansWar,
    DeepSix,
    SixesAndSevens,
    Sechsundsechzig,
)
