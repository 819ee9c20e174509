import assert from "node:assert/strict";
import {test} from "node:test";

import {allTheSame, free, lies, settledBy, withoutFirst, withoutNewest} from "../../webapp/assets/computed/queue.js";

const entry = (op, more = {}) => ({op, body: `op=${op}&seen=1&after=x`, event: {type: "play", card: op}, said: op, at: 1, ...more});
const ops = (list) => list.map(({op}) => op);
const LIST = ["7C", "2C", "9C"].map((op) => entry(op));

test("those before the first that is held go out", () => {
  assert.equal(free([]), 0);
  assert.equal(free(LIST), 3);
  assert.equal(free([LIST[0], entry("2C", {held: 1}), LIST[2]]), 1);
});

test("an answer takes its entry off, whatever came meanwhile", () => {
  assert.deepEqual(settledBy(LIST, LIST[0], 200), LIST.slice(1));
  assert.deepEqual(settledBy(LIST, entry("8C"), 200), LIST);
});

test("behind a refusal the next is held, no other", () => {
  for (const status of [409, 422]) {
    const rest = settledBy(LIST, LIST[0], status);
    assert.deepEqual(ops(rest), ["2C", "9C"]);
    assert.deepEqual(rest.map(({held}) => held), [1, undefined]);
  }
});

test("what could not be judged, or is asked about, stays and is held", () => {
  for (const [status, asks] of [[403, false], [500, false], [422, true]]) {
    const rest = settledBy(LIST, LIST[0], status, asks);
    assert.deepEqual(ops(rest), ops(LIST));
    assert.deepEqual([rest[0].held, rest[0].asks, rest[1].held], [1, asks, undefined]);
  }
});

test("what was left out meanwhile does not come back", () => {
  assert.deepEqual(settledBy([], LIST[0], 500), []);
});

test("what was refused is not taken back either", () => {
  const undo = entry("undo", {back: "7C"});
  assert.deepEqual(ops(settledBy([LIST[0], undo, LIST[1]], LIST[0], 422)), ["2C"]);
  assert.deepEqual(ops(settledBy([LIST[0], undo], LIST[0], 200)), ["undo"]);
});

test("sent all the same, the first is meant on the table as it stands", () => {
  const [first, second, third] = allTheSame(LIST.map((one) => ({...one, held: 1, broke: 3})), 8);
  assert.deepEqual([first.held, first.broke, first.at], [0, 0, 8]);
  assert.equal(first.body, "op=7C&seen=8&after=");
  assert.deepEqual([second.held, second.at, third.at], [1, 9, 1]);
  assert.deepEqual(allTheSame(LIST, 8, true).slice(1), LIST.slice(1));
});

test("left out, the next is asked about", () => {
  assert.deepEqual(withoutFirst(LIST).map(({op, held}) => [op, held]), [["2C", 1], ["9C", undefined]]);
});

test("the newest that goes out is taken back: left out, or by an entry behind it where it was sent", () => {
  const undo = ({op}) => entry(`undo ${op}`), held = entry("4D", {held: 1});
  assert.deepEqual(withoutNewest([...LIST, held], undo), [...LIST.slice(0, 2), held]);
  const sent = entry("9C", {tried: 1}), list = withoutNewest([sent, held], undo);
  assert.deepEqual(ops(list), ["9C", "undo 9C", "4D"]);
  assert.equal(list[1].back, "9C");
  assert.deepEqual(withoutNewest([held], undo), [held]);
});

test("a card lies already as often as there are copies of it, in this hand, and unless it was taken back", () => {
  const [card] = LIST, {event} = card;
  assert.equal(lies(LIST, event, 1), true);
  assert.equal(lies(LIST, event, 2), false);
  assert.equal(lies([...LIST, entry("x", {event})], event, 2), true);
  assert.equal(lies([...LIST, entry("deal", {event: {type: "deal"}})], event, 1), false);
  assert.equal(lies([...LIST, entry("undo", {event: {type: "undo"}, back: "7C"})], event, 1), false);
  assert.equal(lies([entry("7C", {held: 1})], event, 1), false);
  assert.equal(lies(LIST, {type: "deal"}, 1), false);
});
