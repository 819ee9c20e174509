/* The table as named texts, of which some stand within others (webapp/live/blocks.py); a message has those that differ from the version
   before. */
export const PART = "\x01";
const FIELD = "\x03", HERE = /\x02([^\x02]*)\x02/g;

/**
 * The text of this name with all that stands within it.
 * @param {Record<string, string>} texts @param {string} [name]
 * @returns {string}
 */
export const whole = (texts, name = "") => (texts[name] || "").replace(HERE, (_, inner) => whole(texts, inner));

/**
 * The texts after a message; none where it goes on from another version.
 * @param {Told} before @param {string} message
 * @returns {{version: string, texts: Record<string, string>} | undefined}
 */
export const readMessage = (before, message) => {
  const [base, version, ...parts] = message.replaceAll("\x04", "\n").split(PART);
  /** @type {Record<string, string>} */
  const texts = base ? {...before.texts} : {};
  if (base && base !== before.version) return;
  for (const part of parts) {
    const [name, start, end, text] = part.split(FIELD), old = texts[name];
    texts[name] = text === undefined ? start : old.slice(0, +start) + text + old.slice(old.length - +end);
  }
  return {version, texts};
};
