/* What follows an entry, as far as a phone can tell by itself: whose turn it is, who takes the trick. It knows no rules,
   only what they have told of the game beforehand (`plan`, webapp/live/forecasts.py); the server decides when it hears of
   the entry. `at` is where the hand stands: it is never changed, each entry makes a new one. */
/** @type {Tricks} */
export const forecast = (() => {
  /* The seat that takes the cards which lie: [seat, card], in playing order; -1: none of them. */
  /** @type {(plan: Plan, at: At) => Seat} */
  const taker = (plan, {key, led, lying, said, words}) => {
    if (said != null) return said;
    const odd = (/** @type {Card} */ card) => words?.[card] === "odd";
    const low = 2 * lying.filter(([, card]) => plan.even.includes(card) && !odd(card)).length - lying.length;
    const falls = plan.even && (low > 0 || !low && plan.ties), orders = plan.orders[key] || plan.orders[""];
    let ruling = led, best = -1, top = 0;
    lying.forEach(([seat, card], at) => {
      const fresh = at && plan.fresh && card[1] !== key && lying.slice(0, at).every(([, other]) => other[1] !== card[1]);
      if (fresh) ruling = card[1];
      const place = ruling ? orders[ruling].indexOf(card) + 1 : 0, height = place && odd(card) ? .5 : place;
      if (!height) return;
      if (!top || fresh || (falls ? height < top : height > top) || plan.later && height === top) { best = seat; top = height; }
    });
    return best;
  };

  /* The first card that lies of which its player has yet to say what it is: while there is one, none is ahead. */
  /** @type {(plan: Plan, at: At) => Lying[0] | undefined} */
  const open = (plan, {lying, words}) => plan.wild ? lying.find(([, card]) => plan.stops.includes(card) && !words?.[card]) : undefined;

  /** @type {(at: At) => At} */
  const unknown = (at) => ({...at, phase: "unknown"});
  /* The trick is full: its cards stay, and its winner leads, unless something else is asked first. */
  /** @type {(plan: Plan, at: At) => At} */
  const taken = (plan, at) => {
    const wild = open(plan, at);
    if (wild) return {...at, phase: /** @type {string} */ (plan.wild), next: wild[0]};
    const next = taker(plan, at), {lying, trick, tricks} = at, stopped = !plan.wild && at.stops && plan.stops.some((card) => lying.some(([, one]) => one === card));
    const after = {...at, next, won: next, taken: at.taken.map((won, seat) => won + +(seat === next)), full: lying, lying: [], led: null, said: null, words: {}, wilds: at.words, trick: trick + 1};
    if (stopped) return plan.resumes ? {...after, phase: "stopped", stops: false} : unknown({...at, lying});
    return trick < tricks ? after : over(plan, after);
  };
  /** @type {(plan: Plan, at: At) => At} */
  const over = (plan, at) => plan.asks ? {...at, phase: plan.asks} : ended(plan, at);
  /** @type {(plan: Plan, at: At) => At} */
  const ended = (plan, at) => plan.deals && !(at.planned && at.hand >= at.planned) ? {...at, phase: "deal", next: (at.dealer + 1) % plan.players} : unknown(at);
  /** @type {(plan: Plan, at: At, dealer: Seat) => At} */
  const dealt = (plan, at, dealer) => ({
    ...at, phase: plan.opens || plan.begins || "play", dealer, hand: at.hand + 1, tricks: plan.tricks || at.tricks, lying: [], led: null, said: null, trick: 1, next: (dealer + +!plan.opens) % plan.players, taken: at.taken.map(() => 0), full: null,
    key: "", stops: true, out: [], counting: false, done: [], times: 0, holder: null, low: null,
  });
  /** @type {(plan: Plan, at: At, event: Entry) => At} */
  const played = (plan, at, event) => {
    const {card} = event, {key} = at, says = Object.entries(plan.said).some(([field, word]) => event[field] === word);
    const after = {
      ...at, full: null, lying: /** @type {Lying} */ ([...at.lying, [at.next, card]]), led: at.led || (card[1] && (plan.belongs[key]?.[card] || card[1])) || null,
      key: key || plan.rankings[card] || "", said: says ? at.next : at.said, next: (at.next + 1) % plan.players, out: [...at.out, card],
    };
    return after.lying.length < plan.players ? after : taken(plan, after);
  };
  /** @type {(plan: Plan, at: At, event: Entry) => At} */
  const enter = (plan, at, event) => {
    const {type} = event;
    if (at.phase === "play" && type === "play") return played(plan, at, event);
    if (at.phase === "play" && plan.harmless.includes(type)) return at;
    if (at.phase === "play" && plan.shuts[type]) return {...at, tricks: at.trick - 1 + plan.shuts[type]};
    if (at.phase === plan.wild && event[plan.says]) {
      const [, card] = /** @type {Lying[0]} */ (at.lying.find(([seat]) => seat === at.next));
      return taken(plan, {...at, phase: "play", words: {...at.words, [card]: event[plan.says]}});
    }
    if (at.phase === "stopped" && type === plan.resumes) return at.trick > at.tricks ? over(plan, at) : {...at, phase: "play"};
    if (plan.ends.includes(type) && (at.phase === plan.asks || at.phase === "play" && type === plan.asks)) return {...ended(plan, at), lying: []};
    if (at.phase === plan.opens && type === at.phase) return {...at, phase: "play", key: event.card[1], up: event.card, next: (at.dealer + 1) % plan.players};
    if (at.phase === "deal" && type === "deal") return dealt(plan, at, +(event.dealer ?? at.next));
    return unknown(at);
  };
  return {enter, taker, open, over, ended, dealt};
})();
