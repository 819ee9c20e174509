/* The list of entries on their way (unsent.js), the oldest first, as each thing that happens leaves it. */

/**
 * How many go out by themselves: once one is refused, those behind it are held.
 * @param {Waiting[]} list
 */
export const free = (list) => { const at = list.findIndex((entry) => entry.held); return at < 0 ? list.length : at; };

/**
 * A card that lies already, by this phone's own tap in this hand, was tapped twice.
 * @param {Waiting[]} list @param {Entry} event @param {number} copies
 */
export const lies = (list, event, copies) => {
  if (event.type !== "play" || !event.card) return false;
  const hand = list.slice(list.findLastIndex((entry) => entry.event.type === "deal") + 1);
  const same = hand.filter((entry) => !entry.held && entry.event.card === event.card && entry.event.type === "play");
  const back = hand.filter((entry) => entry.back && same.some((one) => one.op === entry.back));
  return same.length - back.length >= copies;
};

/**
 * What is left once an entry was answered. What was refused, or came too late, is on the screen then; what is asked about, or could
 * not even be judged, stays here. What waits behind is held.
 * @param {Waiting[]} list @param {Waiting} entry @param {number} status @param {boolean} [asks]
 */
export const settledBy = (list, entry, status, asks) => {
  const rest = list.filter(({op}) => op !== entry.op);
  if (status < 400) return rest;
  if (rest[0]?.back === entry.op) rest.shift(); // never made, so nothing is to be taken back
  if ((asks || status !== 409 && status !== 422) && rest.length < list.length) rest.unshift({...entry, asks});
  if (rest[0]) rest[0] = {...rest[0], held: 1};
  return rest;
};

/**
 * The first is sent all the same: looked at by somebody since, so it is meant on the table as it stands now; the one behind it is asked
 * about next, unless `all` are sent.
 * @param {Waiting[]} list @param {number} seq @param {boolean} [all]
 */
export const allTheSame = ([first, ...rest], seq, all) => {
  const body = new URLSearchParams(first.body);
  body.set("seen", `${seq}`);
  body.set("after", "");
  if (rest[0] && !all) rest[0] = {...rest[0], held: 1, at: seq + 1};
  return [{...first, body: `${body}`, held: 0, broke: 0, at: seq}, ...rest];
};

/**
 * The first is left out, the one behind it asked about next.
 * @param {Waiting[]} list
 */
export const withoutFirst = (list) => list.slice(1).map((entry, n) => n ? entry : {...entry, held: 1});

/**
 * The newest of those that go out is taken back: one that may be at the table already by an entry behind it, any other by leaving
 * it out.
 * @param {Waiting[]} list @param {(newest: Waiting) => Waiting} undo
 */
export const withoutNewest = (list, undo) => {
  const at = free(list), newest = list[at - 1];
  if (!newest) return list;
  const before = newest.tried ? [...list.slice(0, at), {...undo(newest), back: newest.op}] : list.slice(0, at - 1);
  return [...before, ...list.slice(at)];
};
