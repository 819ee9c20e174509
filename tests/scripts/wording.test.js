import assert from "node:assert/strict";
import {test} from "node:test";

import {sentences, worded} from "../../webapp/assets/computed/wording.js";

test("what was counted stands in its places, in their order", () => {
  assert.equal(worded("Battle {} of {}, skirmish {} of {}", 2, 4, 11, 12), "Battle 2 of 4, skirmish 11 of 12");
});

test("numbers of the sentence itself stay, and signs that mean something to a replacement", () => {
  assert.equal(worded("1 of {}, then {}", "$&", 7), "1 of $&, then 7");
});

test("no sentence is none", () => assert.equal(worded(undefined, 3), ""));

test("between sentences stands one full stop, and none behind another end", () => {
  assert.equal(sentences(["Ann: 9 of hearts", "It goes on.", "Whose turn?", "Ben plays"]), "Ann: 9 of hearts. It goes on. Whose turn? Ben plays");
});
