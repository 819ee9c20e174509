/* What follows an entry in games in which all turn a card at the same time, and the highest total takes them: sums are made here,
   what comes of them is looked up in what the rules have told beforehand (`plan.outcomes`, rules_core/forecast.py). */
export const contests = (() => {
  /** @type {(at: ContestAt) => ContestAt} */
  const unknown = (at) => ({...at, phase: "unknown"});
  /* Who has the highest total. */
  /** @type {(at: ContestAt) => Seat[]} */
  const best = (at) => {
    const totals = at.totals.map((total, seat) => at.out.includes(seat) ? -1 : total), top = Math.max(...totals);
    return [...totals.keys()].filter((seat) => totals[seat] === top);
  };
  /* By how many have the highest total, and how many of those have a reserve. */
  /** @type {(plan: ContestPlan, at: ContestAt, type: string) => ContestAt} */
  const judged = (plan, at, type) => {
    const tied = best(at), able = tied.filter((seat) => at.reserve[seat]), {phase, out, tie = null} = plan.outcomes[type][tied.length - 1][able.length];
    return {...at, phase, tie, drawing: tie ? able : [], out: out ? [...at.out, ...tied.filter((seat) => !able.includes(seat))] : at.out};
  };
  /** @type {(plan: ContestPlan, at: ContestAt, event: Entry) => ContestAt} */
  const turned = (plan, at, event) => {
    const cards = at.cards.map((_own, seat) => event[`cards-${seat}`] || event[`cards.${seat}`] || "");
    return judged(plan, {
      ...at, full: null, cards: at.cards.map((own, seat) => own + cards[seat]),
      totals: at.totals.map((total, seat) => total + (plan.values[cards[seat]] || 0)),
      reserve: at.phase === "reveal" ? at.reserve : at.reserve.map((left, seat) => left - +!!cards[seat]),
    }, event.type);
  };
  /** @type {(at: ContestAt, event: Entry) => ContestAt} */
  const rolled = (at, {seat, die, value}) => ({
    ...at, dice: at.dice.map((left, of) => of === +seat ? left.filter((one) => one !== die) : left),
    totals: at.totals.map((total, of) => of === +seat ? total + +value : total),
  });
  /** @type {(plan: ContestPlan, at: ContestAt) => ContestAt} */
  const settled = (plan, at) => {
    const after = judged(plan, at, "settle"), [winner, more] = best(after), none = at.totals.map(() => 0);
    if (after.phase !== "reveal") return after;
    const last = at.trick >= plan.rounds, over = last && at.hand >= plan.hands, takes = more >= 0 ? null : winner;
    if (over) return {...after, phase: "unknown", over: true, full: {cards: at.cards, totals: at.totals, winner: takes}, cards: none.map(() => ""), totals: none};
    return {
      ...after, full: {cards: at.cards, totals: at.totals, winner: takes}, cards: none.map(() => ""), totals: none, out: [],
      hand: at.hand + +last, trick: last ? 1 : at.trick + 1, dice: last ? none.map(() => plan.dice) : at.dice,
      taken: last ? none : at.taken.map((won, seat) => won + +(seat === takes)),
    };
  };
  /* `seq`: the last event by then. Once nobody has a die, it is settled by itself. */
  /** @type {(plan: ContestPlan, at: ContestAt, event: Entry) => ContestAt} */
  const enter = (plan, at, event) => {
    const {type} = event;
    if (!plan.entries[at.phase]?.includes(type)) return unknown(at);
    const after = {...type === "settle" ? settled(plan, at) : type === "roll" ? rolled(at, event) : turned(plan, at, event), seq: at.seq + 1};
    const alone = after.phase === "dice" && !after.dice.some((left, seat) => left.length && !after.out.includes(seat));
    return alone ? {...settled(plan, after), seq: at.seq + 2} : after;
  };
  return {enter, best};
})();
