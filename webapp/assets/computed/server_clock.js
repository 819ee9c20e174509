/* The time by the server's clock, whatever this phone's says. */

/** @typedef {{dataset: {at?: string}}} Face */

/** @type {WeakMap<Face, {at: string | undefined, behind: number}>} */
const seen = new WeakMap();

/**
 * How far this phone's clock is behind the server's, which an element tells as of when the page was made (data-at):
 * milliseconds, noted when the element or its time is new.
 * @param {Face} face
 */
const behind = (face) => {
  const {at} = face.dataset, known = seen.get(face);
  if (known?.at === at) return known?.behind ?? 0;
  const made = {at, behind: Date.parse(at ?? "") - Date.now()};
  seen.set(face, made);
  return made.behind;
};

/**
 * What the server's clock says now.
 * @param {Face} face
 */
export const serverNow = (face) => Date.now() + behind(face);
