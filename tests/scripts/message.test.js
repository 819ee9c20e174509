import assert from "node:assert/strict";
import {test} from "node:test";

import {readMessage, whole} from "../../webapp/assets/computed/message.js";

const message = (base, version, ...parts) => [base, version, ...parts.map((fields) => fields.join("\x03"))].join("\x01");
const HERE = "\x02";
const FIRST = readMessage({version: ""}, message("", "1", ["", `<p>${HERE}turn${HERE}</p>`], ["turn", "Ann plays"]));

test("a first message tells everything, lines included", () => {
  assert.equal(FIRST.version, "1");
  assert.equal(whole(FIRST.texts), "<p>Ann plays</p>");
  assert.equal(whole(readMessage({version: ""}, message("", "1", ["", "a\x04b"])).texts), "a\nb");
});

test("of a text only its middle is told, by how much of both ends stays", () => {
  const next = readMessage(FIRST, message("1", "2", ["turn", "0", "6", "Ben"]));
  assert.equal(whole(next.texts), "<p>Ben plays</p>");
  assert.equal(whole(readMessage(next, message("2", "3", ["turn", "4", "0", "leads"])).texts), "<p>Ben leads</p>");
  assert.equal(whole(FIRST.texts), "<p>Ann plays</p>", "what was known stays as it was");
});

test("a message about another version is not read", () => {
  assert.equal(readMessage(FIRST, message("7", "8", ["turn", "Cat plays"])), undefined);
});

test("a whole message forgets what there was", () => {
  const next = readMessage(FIRST, message("", "9", ["", `${HERE}turn${HERE}.`]));
  assert.equal(whole(next.texts), ".");
});
