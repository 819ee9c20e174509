/* What the rules have told beforehand (webapp/live/forecasts.py, rules_core/forecast.py), and where a hand stands. */

/** A seat counts from 0; a card is its rank and its suit. */
type Seat = number;
type Card = string;

/** An entry, as it is sent: of a form its fields are text. */
interface Entry {
  type: string;
  dealer?: Seat | string;
  [field: string]: any;
}

/** What an entry changes in a phase before the cards (`PhaseStep`). */
interface PhaseStep {
  named: boolean;
  holds: boolean;
  out: boolean;
  turn: number;
  to: string | null;
  times: number;
  alone: boolean;
  across: number;
  key: string | null;
  lowers: string | null;
}

/** How the tricks of a game go (`Forecast`). What is not so in a game is left out. */
interface Plan {
  players: number;
  copies: number;
  orders: Record<string, Record<string, string>>;
  rankings: Record<Card, string>;
  belongs: Record<string, Record<Card, string>>;
  even: string;
  said: Record<string, string>;
  stops: Card[];
  harmless: string[];
  shuts: Record<string, number>;
  ends: string[];
  later?: boolean;
  fresh?: boolean;
  ties?: boolean;
  resumes?: string;
  counted?: string;
  deals?: boolean;
  opens?: string;
  tricks?: number;
  asks?: string;
  follow?: boolean;
  frees?: Card[];
  begins?: string;
  steps?: Record<string, Record<string, PhaseStep>>;
  wild?: string;
  /** Asked where `wild` is told. */
  says: string;
}

type Lying = [Seat, Card][];

/** Where a hand of tricks stands. */
interface At {
  phase: string;
  next: Seat;
  taken: number[];
  dealer: Seat;
  hand: number;
  planned: number;
  tricks: number;
  trick: number;
  lying: Lying;
  full: Lying | null;
  led: string | null;
  key: string;
  said: Seat | null;
  stops: boolean;
  out: Card[];
  won?: Seat;
  up?: Card;
  words?: Record<Card, string>;
  wilds?: Record<Card, string>;
  counting?: boolean;
  done?: Seat[];
  times?: number;
  holder?: Seat | null;
  low?: number | null;
}

/** What follows an entry in games of tricks. */
interface Tricks {
  enter(plan: Plan, at: At, event: Entry): At;
  taker(plan: Plan, at: At): Seat;
  open(plan: Plan, at: At): Lying[0] | undefined;
  over(plan: Plan, at: At): At;
  ended(plan: Plan, at: At): At;
  dealt(plan: Plan, at: At, dealer: Seat): At;
}

/** How games go in which all turn a card (`Contests`). */
interface ContestPlan {
  players: number;
  rounds: number;
  hands: number;
  dice: string[];
  values: Record<string, number>;
  entries: Record<string, string[]>;
  outcomes: Record<string, { phase: string; out?: boolean; tie?: string }[][]>;
}

/** Where a contest stands. */
interface ContestAt {
  phase: string;
  seq: number;
  hand: number;
  trick: number;
  cards: string[];
  totals: number[];
  reserve: number[];
  taken: number[];
  dice: string[][];
  out: Seat[];
  drawing: Seat[];
  tie: string | null;
  over?: boolean;
  full?: { cards: string[]; totals: number[]; winner: Seat | null } | null;
}

/** A meld of a game: its cards, what it counts (0 or less), and which use its cards serve. */
interface Meld {
  cards: Card[];
  points: number;
  use: string;
}

/** The table as named texts. */
interface Told {
  version: string;
  texts?: Record<string, string>;
}

/** An entry on its way: `at` is the last event of the table it is meant on, `back` the entry that it takes back. */
interface Waiting {
  op: string;
  body: string;
  event: Entry;
  said: string;
  at: number;
  back?: string;
  /** Sent once at least; so often the server broke at it; not sent by itself; the referee is asked for it; agreed to. */
  tried?: number;
  broke?: number;
  held?: number | boolean;
  asks?: boolean;
  agreed?: number;
}
