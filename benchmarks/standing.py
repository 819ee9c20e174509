"""The standing after each table's result, the first against the last: 100 tables, 400 people, four rounds.

Compared with the whole standing computed from all results, as it would be without a cache.
"""

import random
import statistics
import sys
from collections.abc import Callable

from _ratio import ROUNDS as ROUNDS_MEASURED
from _ratio import cpu_seconds, say

from webapp.evening.standing.ledger import StandingLedger, standing
from webapp.evening.standing.scoring import Scoring, TableResult, TieBreak

PEOPLE, TABLES, SEATS, ROUNDS, EDGE = 400, 100, 4, 4, 10
LAST_AGAINST_FIRST = 2.0
"""Each result sorts all people once; with all tables in, there are more numbers to tell apart than with one."""
KEPT_AGAINST_ANEW = 0.5
SCORING = Scoring(
    place_points=(3, 2, 1, 0),
    game_points=True,
    tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.OPPONENTS, TieBreak.BEST_TABLE, TieBreak.DRAW),
)


def results(chance: random.Random) -> list[TableResult]:
    """Returns the results of all rounds; people sit by lot."""
    found = []
    for number in range(1, ROUNDS + 1):
        people = chance.sample(range(PEOPLE), PEOPLE)
        for table in range(TABLES):
            scores = tuple(chance.randrange(30) for _ in range(SEATS))
            seated = tuple(people[table * SEATS : (table + 1) * SEATS])
            found.append(TableResult(round=number, table=table + 1, people=seated, scores=scores))
    return found


def putting(ledger: StandingLedger, result: TableResult) -> Callable[[], None]:
    def work() -> None:
        ledger.put(result)
        ledger.standing(result.round)

    return work


def put_all(played: list[TableResult]) -> tuple[StandingLedger, list[float]]:
    """Puts these results into a new ledger, and returns it with the CPU seconds that each of them took."""
    ledger = StandingLedger(SCORING, range(PEOPLE))
    putting(ledger, played[0])()
    return ledger, [cpu_seconds(putting(ledger, result)) for result in played]


def last_against_first(played: list[TableResult]) -> float:
    _ledger, taken = put_all(played)
    return statistics.median(taken[-EDGE:]) / statistics.median(taken[:EDGE])


def main() -> int:
    played = results(random.Random(1))
    ledger, taken = put_all(played)
    rounds = [taken[number * TABLES : (number + 1) * TABLES] for number in range(ROUNDS)]
    for number, times in enumerate(rounds, 1):
        first, last = statistics.median(times[:EDGE]), statistics.median(times[-EDGE:])
        print(f"round {number}: first results {first * 1000:.1f} ms, last results {last * 1000:.1f} ms of CPU")
    anew = statistics.median(cpu_seconds(lambda: standing(SCORING, range(PEOPLE), played)) for _ in range(9))
    kept = statistics.median(taken[-EDGE:])
    print(f"all anew: {anew * 1000:.1f} ms of CPU")
    assert ledger.standing() == standing(SCORING, range(PEOPLE), played)
    # The two lie a second apart: one pass tells more of the machine than of the standing.
    growth = statistics.median(last_against_first(played[:TABLES]) for _ in range(ROUNDS_MEASURED))
    flat = say("standing after the 100th result against the 1st", growth, LAST_AGAINST_FIRST, at_least=False)
    cheap = say("standing kept against made anew", kept / anew, KEPT_AGAINST_ANEW, at_least=False)
    return 0 if flat and cheap else 1


if __name__ == "__main__":
    sys.exit(main())
