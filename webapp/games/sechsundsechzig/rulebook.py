"""SU: the rules of Sechsundsechzig, and its options in words."""

from collections.abc import Mapping
from typing import Any

from webapp.http.language import gettext as _
from webapp.http.language import lazy_gettext as _l
from webapp.http.language import ngettext
from webapp.words.rulebook import AtTable, OptionWords, Rule

RULES = (
    Rule(
        "SU-1",
        "text",
        _l("Pack and players"),
        _l("Two or three people play with 32 cards, 7 to ace. Four play with twice 24 cards, 9 to ace."),
    ),
    Rule("SU-2", "text", _l("The deal"), _l("Two players get six cards each, three or four get seven.")),
    Rule(
        "SU-3",
        "decided",
        _l("Talon and trump"),
        _l(
            "The cards left over are the talon. One card is turned up, and its suit is trump. Here that card "
            "lies under the talon and is drawn last."
        ),
    ),
    Rule("SU-4", "text", _l("Leading"), _l("Left of the dealer leads first, later whoever took the trick.")),
    Rule(
        "SU-5",
        "text",
        _l("Drawing"),
        _l("As long as there is a talon, all draw after each trick: first whoever took it, then on clockwise."),
    ),
    Rule(
        "SU-6",
        "decided",
        _l("The talon runs out"),
        _l(
            "Here the talon is used up once it holds fewer cards than there are players. With three that is "
            "after three draws, and two cards stay out."
        ),
    ),
    Rule("SU-7", "text", _l("Open talon"), _l("As long as the talon is open, any card may be played.")),
    Rule(
        "SU-8",
        "decided",
        _l("Who takes the trick"),
        _l(
            "The text takes it for granted: here the highest trump takes the trick, without a trump the highest"
            " card of the led suit."
        ),
    ),
    Rule(
        "SU-9",
        "decided",
        _l("Augen and ranks"),
        _l(
            "An ace counts 11 Augen, a 10 ten, a king 4, a queen (Ober) 3, a jack (Unter) 2; 9, 8 and 7 count "
            "nothing. Here they also rank in this order."
        ),
    ),
    Rule(
        "SU-10",
        "decided",
        _l("Identical cards"),
        _l(
            "Two packs bring identical cards, and the text does not rank them. Here the one played first is the"
            " higher, and the second does not beat it."
        ),
    ),
    Rule(
        "SU-11",
        "text",
        _l("When the duties begin"),
        _l("Once the talon is used up or closed, all have to follow suit and to take the trick if they can."),
    ),
    Rule(
        "SU-12",
        "decided",
        _l("Beating in the suit"),
        _l(
            "Follow with a card that takes the trick if you can, otherwise with a lower one. Here it has to "
            "beat the card that is winning; if that is a trump on another suit, any card of the led suit will "
            "do."
        ),
    ),
    Rule(
        "SU-13",
        "decided",
        _l("Trumping"),
        _l(
            "Whoever has none of the suit takes the trick with a trump if that can be done, and otherwise plays"
            " any card. Here a trump that would not take the trick is not owed."
        ),
    ),
    Rule(
        "SU-14",
        "decided",
        _l("Closing the talon"),
        _l(
            "Whoever is about to lead may close the talon, and from then on SU-11 holds for all. Here that is "
            "possible while everybody could still draw."
        ),
    ),
    Rule(
        "SU-15",
        "text",
        _l("What closing promises"),
        _l("Whoever closes the talon promises to reach 66 without another card."),
    ),
    Rule(
        "SU-16",
        "decided",
        _l("Partners"),
        _l(
            "How four play the text leaves open: here as partners across the table, their Augen and tricks "
            "taken together. As an option all play for themselves."
        ),
    ),
    Rule(
        "SU-17",
        "decided",
        _l("Marriage"),
        _l(
            "King and queen of a suit may be announced when one of the two is led: 40 in trump, 20 otherwise. "
            "Here a card belongs to one marriage only, and with two packs a suit may be announced twice."
        ),
    ),
    Rule(
        "SU-18",
        "decided",
        _l("When a marriage counts"),
        _l(
            "A marriage counts once whoever announced it has taken a trick; until then it waits. Here a trick of the "
            "partner will do too."
        ),
    ),
    Rule(
        "SU-19",
        "text",
        _l("Calling 66"),
        _l(
            "With 66 or more, after taking a trick or announcing, a player calls, and the hand is over. Having "
            "66 in silence is not enough. The table may agree on 101 instead."
        ),
    ),
    Rule(
        "SU-20",
        "decided",
        _l("When to call"),
        _l(
            "The text leaves the moment open: here the call comes before the next lead, or after an "
            "announcement, when the led card already lies."
        ),
    ),
    Rule(
        "SU-21",
        "decided",
        _l("What a call wins"),
        _l(
            "A right call wins three points if the opponents have no trick, two if they have 32 Augen or fewer,"
            " otherwise one. Here the best placed of several opponents decides, and a trick of nothing is a "
            "trick."
        ),
    ),
    Rule(
        "SU-22",
        "decided",
        _l("The closer fails"),
        _l(
            "If the closer does not call rightly, the opponents win more; how much the text leaves open. Here "
            "it is two points, three if they had no trick when the talon was closed, and never less than SU-21 "
            "or SU-23 would give them."
        ),
    ),
    Rule(
        "SU-23",
        "decided",
        _l("Wrong call"),
        _l(
            "A wrong call ends the hand too, and the opponents win what the caller would have won. Here each of"
            " several opponents does."
        ),
    ),
    Rule(
        "SU-24",
        "decided",
        _l("Nobody calls"),
        _l(
            "If nobody calls, nobody scores here, unless the talon was closed (SU-22). As an option the side "
            "that takes the last trick gets a point."
        ),
    ),
    Rule(
        "SU-25",
        "decided",
        _l("Seven points"),
        _l(
            "The text describes a single hand: here seven points win the match, or as many as the table has "
            "agreed on. The deal passes to the left."
        ),
    ),
    Rule("SU-V1", "option", _l("Ten for the last trick"), _l("Whoever takes the last trick gets ten Augen more.")),
    Rule(
        "SU-V2",
        "option",
        _l("Swapping the trump"),
        _l(
            "Whoever is about to lead may swap the lowest trump, the 7 or with four players the 9, for the card"
            " turned up while the talon is open."
        ),
    ),
)


def _points_to_win(options: Any) -> str:
    return ngettext(
        "At this table %(num)s point wins the match.", "At this table %(num)s points win the match.", options.target
    )


OPTIONS: Mapping[str, OptionWords] = {
    "target": OptionWords(
        _l("How many points win the match"), ("SU-25",), hint=_l("Usually seven."), agreed=_points_to_win
    ),
    "partners": OptionWords(
        _l("Four players"),
        ("SU-16",),
        {
            True: (_l("Partners across"), None),
            False: (_l("Everybody alone"), None),
        },
        usual=True,
        players=4,
        agreed={
            True: _l("At this table the four are partners across."),
            False: _l("At this table all four play for themselves."),
        },
    ),
    "call_at": OptionWords(
        _l("Augen it takes to call"),
        ("SU-19",),
        {66: (_l("66"), None), 101: (_l("101"), None)},
        also=("SU-15",),
        agreed=lambda options: _("At this table it takes %(augen)s Augen to call.", augen=options.call_at),
    ),
    "last_trick_augen": OptionWords(
        _l("The last trick"),
        ("SU-V1",),
        {0: (_l("Counts nothing by itself"), None), 10: (_l("Brings ten Augen"), None)},
        agreed={
            0: _l("At this table the last trick brings no Augen by itself."),
            10: _l("At this table the last trick brings ten Augen."),
        },
    ),
    "unclaimed": OptionWords(
        _l("Nobody calls"),
        ("SU-24",),
        {
            "nobody": (_l("Nobody scores"), None),
            "last-trick": (_l("One point for the last trick"), None),
        },
        agreed={
            "nobody": _l("At this table nobody scores when nobody calls."),
            "last-trick": _l("At this table the last trick brings one point when nobody calls."),
        },
    ),
    "trump_swap": OptionWords(
        _l("The lowest trump for the card turned up"),
        ("SU-V2",),
        {
            False: (_l("May not be swapped"), None),
            True: (_l("May be swapped before leading"), _l("While the talon is open.")),
        },
        agreed={
            False: _l("At this table the card turned up is not swapped."),
            True: _l("At this table the lowest trump may be swapped for the card turned up."),
        },
    ),
}
CHOICES: Mapping[str, OptionWords] = {
    "deck": OptionWords(
        _l("The cards"),
        answers={
            "french": (_l("French suits"), _l("Clubs, spades, hearts, diamonds; jack, queen.")),
            "german": (_l("German suits"), _l("Acorns, leaves, hearts, bells; Unter, Ober.")),
        },
    ),
}


def _closing(title: str, options: Any) -> tuple[str, str]:
    return title, _("Whoever closes the talon promises to reach %(augen)s without another card.", augen=options.call_at)


def _calling(title: str, options: Any) -> tuple[str, str]:
    return _("Calling %(augen)s", augen=options.call_at), _(
        "With %(augen)s or more, after taking a trick or announcing, a player calls, and the hand is over. Having "
        "%(augen)s in silence is not enough.",
        augen=options.call_at,
    )


def _rules_at_table_points_to_win(title: str, options: Any) -> tuple[str, str]:
    return (
        ngettext("%(num)s point", "%(num)s points", options.target),
        ngettext(
            "The text describes a single hand: here %(num)s point wins the match. The deal passes to the left.",
            "The text describes a single hand: here %(num)s points win the match. The deal passes to the left.",
            options.target,
        ),
    )


RULES_AT_TABLE: Mapping[str, AtTable] = {"SU-15": _closing, "SU-19": _calling, "SU-25": _rules_at_table_points_to_win}
