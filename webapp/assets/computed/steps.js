/* What follows an entry that is no card: calls, tricks by their winner, hands as totals. The steps are data (`plan.steps`,
   rules_core/forecast.py). */
/** @type {(cards: Tricks) => (plan: Plan, at: At, event: Entry) => At} */
export const steps = ({enter, over, ended, dealt}) => {
  /** @type {(plan: Plan, at: At, step: PhaseStep, event: Entry) => At} */
  const stepped = (plan, at, step, event) => {
    const seat = step.named ? +event.seat : at.next, done = step.out ? [...new Set([...at.done || [], seat])].sort() : at.done || [];
    const after = {
      ...at, done, holder: step.holds ? seat : at.holder, key: event[step.key ?? ""] ?? at.key, low: step.lowers ? +(event[step.lowers] ?? at.low) : at.low,
      times: (at.times || 0) + +!!(step.to && !step.alone),
    };
    if (step.to && (step.alone ? done.length === plan.players - 1 && after.holder != null : after.times === step.times)) {
      return {...after, phase: step.to, done: [], times: 0, low: null, next: ((after.holder ?? 0) + step.across) % plan.players};
    }
    let next = (at.next + step.turn) % plan.players;
    while (done.includes(next)) next = (next + 1) % plan.players;
    return {...after, next};
  };
  /** @type {(plan: Plan, at: At, event: Entry) => At} */
  const counted = (plan, at, event) => {
    const next = +event.winner, after = {...at, next, full: null, taken: at.taken.map((won, seat) => won + +(seat === next)), trick: at.trick + 1, counting: true};
    if (at.stops && event[plan.counted ?? ""] > 0) return {...after, phase: "stopped", stops: false};
    return at.trick < at.tricks ? after : over(plan, after);
  };
  /** @type {(plan: Plan, at: At, event: Entry) => At} */
  const tallied = (plan, at, event) => ended(plan, at.phase === "deal" ? dealt(plan, at, +(event.dealer ?? at.next)) : at);
  return (plan, at, event) => {
    const {type} = event, step = plan.steps?.[at.phase]?.[type];
    if (step) return stepped(plan, at, step, event);
    if (type === "trick" && at.phase === "play" && !at.lying.length) return counted(plan, at, event);
    if (type === "tally" && !at.lying.length && (at.phase === "deal" || at.phase === "play" || plan.steps?.[at.phase])) return tallied(plan, at, event);
    return enter(plan, at, event);
  };
};
