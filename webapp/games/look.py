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
from webapp.http.language import gettext_noop as _l
from webapp.http.limits import MOST_ADJUSTED
from webapp.words.case_kit import Doubt, EvidenceWords, FreePlay, RevokePoints, Slips, Spoken, StateRows, SuitInForce
from webapp.words.cases import Brought, CallReason, DutyWords, Shows
from webapp.words.entry_kit import Act, Entry, Fact, HandAnswer, Names, Tag, Thinkable
from webapp.words.hand_kit import AuditLine, AuditNotes, Cell, FigureWords, GoalWords, HandFacts, Head, LineWords, Steps
from webapp.words.phrases import number
from webapp.words.refusal_kit import OwnWords
from webapp.words.rulebook import AtTable, Cited, OptionWords, Rule
from webapp.words.turn import Turns

Unit = Literal["hand", "round", "battle"]
"""A game's name for a hand."""
Explain = Callable[[TableView, Sequence[str]], Cited | None]
"""Explains in the first hand the last event and the legal plays; None: the default for any trick."""
Stage = str | Callable[[TableView], str]
"""The name of a phase in place of the trick's number, or a function that returns it."""
MatchSaid = Callable[[Any, Sequence[str]], str]
"""Returns a line about a match, from its state and the names of its sides; may be empty."""
Several = Callable[[Mapping[str, str], Any], Sequence[dict[str, Any]]]
"""Reads the form of a sheet that enters several events at once, given the state: the events in order, at least one."""
Outcome = Callable[[Event, Any, Names], Markup | None]
"""Returns the result of an event in words, given the `extra` of the view after it; None: the entry's words suffice."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Look:
    """A game on the web. Only `name`, `about`, `rulebook` must be said, and `options` where the rules have some.

    `name` and `about` (how many play it, with which cards) stand on the first page, where the games come by `position`.
    Both are marked with `gettext_noop`, and translated where they are shown.

    Rules and choices: `rulebook` has the numbered rules. `rules_at_table` returns, by rule number and from the options,
    title and text of a rule that a table may change. `options` are the words of the rules' options, `choices` those of
    choices that are no rules; the first answer is the default. `book` explains a closed and an open book, `books` are
    their names.

    Entries: `entries` are the words of the game's own events, `acts` those of what may be done; `outcome` replaces the
    words of an entry by its result. `in_tricks` are the own events that belong to a trick, `trick_said` is the name of
    a trick. `card_answers` are the declarations that may be made with a card, each entered as a play of its own;
    `kept_flags` are kept when one of these cards replaces another. `several` reads the form of the sheet with the id
    `several`, which enters more than one event. `slips` yields entries among the newest that are easily forgotten or
    mixed up, to be corrected by one key. `repaired` are titles, by type, of own entries that can be corrected for the
    whole hand. `entry_form` has the names and questions of fields, where their types are not enough.

    Refusals and duties: `refusals` are the words of a refusal by its code (without one the shared words are used),
    `duties` those of a proven breach by its code. `shows` returns the cards of a hand that a play announces, `brings`
    the words for an event that brought a card into the hand in between.

    On the table: `unit` is the name of a hand. `turns` are the turn lines by phase (by default those of a plain trick
    game), `explained` the explanations of a guided first hand. `stages` replace *trick 4 of 8* in the bar, `facts` are
    what holds for the hand, `card_tag` labels a card that lies before a seat. `rank_rows` are the rows of ranks on the
    pad (by default from low to high), `pad_note` a note below them. `guide` explains entering, `lesson` playing (by
    default both are made from a trick, where cards follow the deal). `redrawn_parts` are parts of the game's own, by
    their names without `_`, that are drawn again for typed input. `template_globals` are for its own templates.

    On the score sheet: `points_said` formats points in a column, `total_said` a total in a sentence. `under_way`
    replaces *Trick 4 of 8 lies on the table*. `totals_title` is the title of the sheet of totals, for hand
    `%(number)s`; `shared_win` the word for sides that have won together. `score_lines` and `goals` are the words of
    score lines and ends of a match, by code. `cell` says where a side's points of a hand come from (by default its
    score lines), `head` is a summary of the hand, `total_steps` are the steps of adding points to a total.
    `whole_match` is the title of a hand that stands for all; `counted_later` says what a view's totals lack of the
    hand under way. `match_said` is a line about a finished match, from its state (by default who took
    most tricks). `figures` are the words of the game's own figures by code. `audit_line` says how far the cards of a
    finished hand are known (by default from its tricks), `audit_notes` are notes on how it was entered. `hand_facts`
    are the facts of a hand where two tables are compared.

    Cases: `call_reasons` are the game's own reasons to call the referee, and the rules behind all reasons (by default
    those that a plain trick game cites). `revoke_points` suggests points for a revoke, at most `most_adjusted`.
    `evidence` are the words of the rules' evidence by type; a count of tricks has words for all games. `suit_in_force`
    is the trump or the like, `play_said` the declaration made with a play, `free_play` why any card may be played now,
    `doubt` why a card proves nothing against a play, `state_rows` further parts of a state that an entry may change.

    Hidden information, in the `extra` of a view: `remembered` are counts that the players have to remember, `passed`
    the cards that each seat has passed face down, as far as a viewer may see them.

    What may be played: `hand_answers` returns, by phase, the answer about a whole hand where none of its cards is
    played, for the game's part `hand_answer`. `thinkable` yields entries of a state worth asking about.
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
    call_reasons: Mapping[str, CallReason] = field(default_factory=dict)
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
