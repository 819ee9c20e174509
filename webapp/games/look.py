"""Look of a game on the web: one `LOOK` a game, most of it with a default that works."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from markupsafe import Markup

from rules_core.cards import Card
from rules_core.events import Event
from rules_core.view import SeatView, TableView
from webapp.games.common.entry_questions import EntryForm
from webapp.games.common.lesson import Guide, Lesson
from webapp.games.common.option_words import OptionWords
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import MOST_ADJUSTED
from webapp.words.case_kit import Doubt, EvidenceWords, FreePlay, RevokePoints, Slips, Spoken, StateRows, SuitInForce
from webapp.words.disputes import Brought, DutyWords, Reason, Shows
from webapp.words.entry_kit import Act, Entry, Fact, HandAnswer, Names, Tag, Thinkable
from webapp.words.hand_kit import AuditLine, AuditNotes, Cell, FigureWords, GoalWords, HandFacts, Head, LineWords, Steps
from webapp.words.not_taken import OwnWords
from webapp.words.phrases import number
from webapp.words.rulebook import AtTable, Cited, Rule
from webapp.words.turn import Turns

Unit = Literal["hand", "round", "battle"]
"""What a game calls a hand."""
Explain = Callable[[TableView, Sequence[str]], Cited | None]
"""Says in the first hand what just happened and why something may be played; None: what is said of any trick."""
Stage = str | Callable[[TableView], str]
"""What a phase is called where it stands instead of the trick, or what says where it stands."""
MatchSaid = Callable[[Sequence[Any], Sequence[str]], str]
"""Says in a line what there was in a match, given the summaries of its hands and the names of its sides; or nothing."""
Several = Callable[[Mapping[str, str], Any], Sequence[dict[str, Any]]]
"""Reads what a sheet sends that enters several events at once, given the state: the events in order, at least one."""
Outcome = Callable[[Event, Any, Names], Markup | None]
"""Says what an event has come to, given the `extra` of the view after it; None: the words of the entry suffice."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Look:
    """A game on the web. Only `name`, `about`, `rulebook` must be said, and `options` where the rules have some.

    `name` and `about` (how many play it, with which cards) stand on the first page, where the games come by `position`.
    Both are marked with `gettext_noop`, and translated where they are shown.

    `rulebook` are its numbered rules; `rules_at_table` say by number title and text of those with a number in them that
    a table may change, from its options. `options` are the words of the rules' options, `choices` what a table chooses
    besides the rules: the first answer is the usual one. `book` says what a closed and an open book show, which are
    called `books`.

    `entries` put its own events into words, `acts` what may be done with them; `outcome` says instead of an entry what
    came of it. `in_tricks` are those of its own events that belong to a trick, which is called `trick_said`.

    `refusals` say why an entry is not taken, by its code; for a code that other games have, too, they may leave it to
    the shared words. `duties` say by its code what a proven breach was, `shows` which cards of its hand a play
    announces, `brings` what is said where an event brought a card into its seat's hand in between.

    `unit` is what it calls a hand. `turns` are its turn lines by phase (by default those of a plain trick game),
    `explained` what is said besides in a first hand that is guided,
    `stages` what stands in the bar instead of *trick 4 of 8*, `under_way` on the score sheet instead of *Trick 4 of 8
    lies on the table*. `totals_title` is the title of the sheet of totals, for hand `%(number)s`; `shared_win` the word
    for sides that have won together. `score_lines` and `goals` say the lines of its scores and what ends a match, by
    their codes. `guide` is how it is entered, `lesson` how it is played (by default both are made from a trick, where
    the deal is followed by cards), `entry_form` what is asked about an entry field by field, where the types of its
    events do not say it. Where two tables are compared, `hand_facts` are told of a hand. Of what is said with a card
    that is played, `card_answers` are what may be said, each a play of its own; `kept_flags` stay if one of these cards
    takes the place of another. `slips` yields what is easily forgotten or mixed up among the newest entries, to be put
    right by one key; `repaired` are titles of its own entries that are offered for the whole hand under way as the
    newest is, by their types. `several` reads a form of the type `several`: a sheet, of that id, which enters more than
    one event.

    On the score sheet `points_said` writes points in a column, `total_said` a total in a sentence. `cell` says where a
    side's points of a hand come from (by default the lines of its score), `head` tells of the hand as a whole, and
    `total_steps` what is done by hand when points are added to a total. `whole_match` is the title of a hand that
    stands for all; `counted_later` says of a view that its totals lack what the hand under way has brought.
    `match_said` is a line about a whole match that is over, from the summaries of its hands (by default who took most
    tricks). `figures` are the words of the figures that it tells, by their codes, besides those that most games have.
    `audit_line` says how far the cards of a finished hand are known (by default from its tricks), `audit_notes` what
    else is to be said of how it was entered.

    `disputes` are what can be the matter besides what can be in any game, and of all the rules behind it (by default
    those that a plain trick game cites). `revoke_points` suggests points for a revoke; no more than `most_adjusted` may
    be added or taken at once. `evidence` puts into words what its rules offer as evidence, by the type of it; a count
    of tricks has words for all games. On the page of a case `suit_in_force` is its trump or the like, `play_said` what
    was said with a play, `free_play` why any card may be played now, `doubt` why one card proves nothing against a
    play, and `state_rows` what else of a state an entry may change.

    Of the `extra` of its view `remembered` are counts that the players have to remember, `passed` the cards
    that each seat has passed face down, as far as a viewer may see them.

    Besides `acts` the page of what may be played has `hand_answers` by phase: what a game answers of a whole hand where
    none of its cards is played; its own part `_hand_answer.html` shows it. `thinkable` yields entries of a state that
    somebody might ask about. `redrawn_parts` are parts of the table's page, by the names of their templates, that are
    drawn anew for what is typed there.

    On the cloth `facts` say what holds for the hand, given the view and the options of the table, and `card_tag` what
    is said of a card that lies before a seat. `rank_rows` are the rows of ranks on the pad (by default from low to
    high), `pad_note` what is said below them. `template_globals` are what only its own templates ask for.
    """

    name: str
    about: str
    rulebook: Sequence[Rule]
    position: int = 100
    rules_at_table: Mapping[str, AtTable] = field(default_factory=dict)
    options: Mapping[str, OptionWords] = field(default_factory=dict)
    book: str = _l(
        "The last trick: only cards of this trick and the one before are grey on the pad. The players remember the "
        "rest, as they do without a phone. All cards: whatever has been played is grey, so that everybody "
        "sees what is left."
    )
    books: tuple[str, str] = (_l("The last trick"), _l("All cards"))
    choices: Mapping[str, OptionWords] = field(default_factory=dict)
    entries: Mapping[type[Event], Entry] = field(default_factory=dict)
    acts: Mapping[type[Event], Act] = field(default_factory=dict)
    refusals: Mapping[str, OwnWords] = field(default_factory=dict)
    duties: Mapping[str, DutyWords] = field(default_factory=dict)
    shows: Shows | None = None
    brings: Mapping[type[Event], Brought] = field(default_factory=dict)
    outcome: Outcome | None = None
    in_tricks: tuple[type[Event], ...] = ()
    trick_said: str = _l("trick %(number)s")
    unit: Unit = "hand"
    turns: Turns = field(default_factory=dict)
    explained: Mapping[str, Explain] = field(default_factory=dict)
    stages: Mapping[str, Stage] = field(default_factory=dict)
    under_way: Callable[[TableView], str] | None = None
    totals_title: str | None = None
    shared_win: str = _l("shared")
    score_lines: Mapping[str, LineWords] = field(default_factory=dict)
    goals: Mapping[str, GoalWords] = field(default_factory=dict)
    points_said: Callable[[int], str] = number
    total_said: Callable[[int], str] = number
    cell: Cell | None = None
    head: Head | None = None
    total_steps: Steps | None = None
    whole_match: str = _l("The whole match")
    counted_later: Callable[[TableView], str | None] | None = None
    match_said: MatchSaid | None = None
    figures: Mapping[str, FigureWords] = field(default_factory=dict)
    audit_line: AuditLine | None = None
    audit_notes: AuditNotes | None = None
    disputes: Mapping[str, Reason] = field(default_factory=dict)
    evidence: Mapping[type, EvidenceWords] = field(default_factory=dict)
    facts: Callable[[TableView, Any], Iterable[Fact]] | None = None
    card_tag: Callable[[TableView, SeatView], Tag | None] | None = None
    rank_rows: Sequence[str] = ()
    pad_note: str | None = None
    revoke_points: RevokePoints | None = None
    most_adjusted: int = MOST_ADJUSTED
    suit_in_force: SuitInForce | None = None
    play_said: Spoken | None = None
    free_play: FreePlay | None = None
    doubt: Doubt | None = None
    state_rows: StateRows | None = None
    remembered: Callable[[Any], object] = lambda extra: None
    passed: Callable[[Any], Iterable[tuple[int, tuple[Card, ...]]]] = lambda extra: ()
    hand_answers: Mapping[str, HandAnswer] = field(default_factory=dict)
    thinkable: Thinkable | None = None
    redrawn_parts: frozenset[str] = frozenset()
    template_globals: Mapping[str, Any] = field(default_factory=dict)
    guide: Guide | None = None
    lesson: Lesson | None = None
    entry_form: EntryForm = field(default_factory=EntryForm)
    hand_facts: HandFacts = field(default_factory=HandFacts)
    card_answers: Mapping[Card, Sequence[str]] = field(default_factory=dict)
    kept_flags: Mapping[str, Container[Card]] = field(default_factory=dict)
    slips: Slips | None = None
    repaired: Mapping[type[Event], str] = field(default_factory=dict)
    several: Several | None = None
