/* Sentences of a page: with places for what a phone counts by itself, and several as one text. */

/**
 * The sentence with these in its places, one {} after the other; none where there is no sentence.
 * @param {string | undefined} sentence @param {...(string | number)} found
 * @returns {string}
 */
export const worded = (sentence, ...found) => {
  let text = sentence || "";
  for (const one of found) text = text.replace("{}", () => String(one));
  return text;
};

/**
 * These as sentences, one after the other: a full stop between them where one has no end of its own.
 * @param {string[]} said
 * @returns {string}
 */
export const sentences = (said) => said.join(". ").replace(/([.!?…])\. /g, "$1 ");
