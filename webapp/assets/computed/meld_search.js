/* The melds that some cards hold, and the best set of them. Which melds there are and what each counts is data of the rules: `use` says
   which share no card, all of them or those of a kind. */
const MOST = 20; // melds that are tried against each other; a hand has fewer
/** @type {(cards: Card[], card: Card) => number} */
const count = (cards, card) => cards.filter((one) => one === card).length;

/**
 * Each meld as often as these cards hold it by itself.
 * @template {Meld} M @param {M[]} melds @param {Card[]} held
 */
export const meldsIn = (melds, held) => melds.flatMap((one) =>
  Array(Math.min(...one.cards.map((card) => Math.floor(count(held, card) / count(one.cards, card))))).fill(0).map(() => ({...one})));

/**
 * The cards that two of these melds would need at once.
 * @param {Meld[]} laid @param {Card[]} held
 */
export const lacking = (laid, held) => [...new Set(laid.flatMap(({cards}) => cards))].filter((card) =>
  laid.some(({use}) => count(laid.filter((one) => one.use === use).flatMap(({cards}) => cards), card) > count(held, card)));

/** @type {(laid: Meld[]) => number} */
export const worth = (laid) => laid.reduce((sum, {points}) => sum + points, 0);

/**
 * Of these melds, one after the other, those that the ones before them leave cards for.
 * @template {Meld} M @param {M[]} melds @param {Card[]} held
 */
export const fitting = (melds, held) => melds.reduce((laid, one) => lacking([...laid, one], held).length ? laid : [...laid, one], /** @type {M[]} */ ([]));

/**
 * Those that count the most together. What counts the most is tried first; what cannot come to more than the best so far is not looked at.
 * @template {Meld} M @param {M[]} melds @param {Card[]} held
 */
export const bestMelds = (melds, held) => {
  if (melds.length > MOST) return fitting(melds, held);
  const all = [...melds].sort((one, other) => one.points - other.points);
  /** @type {M[]} */
  let top = [];
  /** @type {(at: number, laid: M[]) => void} */
  const tried = (at, laid) => {
    if (worth(laid) < worth(top)) top = laid;
    if (at === all.length || worth(laid) + worth(all.slice(at)) >= worth(top)) return;
    const more = [...laid, all[at]];
    if (!lacking(more, held).length) tried(at + 1, more);
    tried(at + 1, laid);
  };
  tried(0, []);
  return top;
};
