import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import vm from "node:vm";

const SOURCE = readFileSync(new URL("../../webapp/assets/offline/worker.js", import.meta.url), "utf8");
const HOUSE = "http://house", TABLE = `${HOUSE}/tables/7`;

/* A worker with a cache in memory; a request is answered when its test says so. */
const started = () => {
  const kept = new Map(), listeners = {}, asked = [];
  const url = (what) => new URL(what.url ?? what, HOUSE).href;
  const cache = {
    keys: async () => [...kept.keys()].map((one) => ({url: one})),
    match: async (what) => kept.get(url(what)),
    put: async (what, answer) => void kept.set(url(what), answer),
    delete: async (what) => kept.delete(url(what)),
  };
  vm.runInNewContext(SOURCE, {
    URL, Request, Response,
    location: new URL(`${HOUSE}/static/offline.js`),
    caches: {open: async () => cache},
    fetch: () => new Promise((resolve) => asked.push(resolve)),
    self: {addEventListener: (name, listener) => (listeners[name] = listener), clients: {}},
  });
  const opens = (method = "GET") => {
    let answered;
    listeners.fetch({
      request: {url: TABLE, method, mode: "navigate", cache: "default", headers: new Headers()},
      respondWith: (answer) => (answered = answer),
    });
    const answer = asked.at(-1);
    return async (status, headers = {"Kept-For": "Ann"}) => {
      answer(new Response("", {status, headers}));
      await answered;
    };
  };
  return {opens, listeners, has: () => kept.has(TABLE)};
};

test("a table is kept until it is refused", async () => {
  const {opens, has} = started();
  await opens()(200);
  assert.equal(has(), true);
  await opens()(404);
  assert.equal(has(), false);
});

test("what was asked for before a refusal, or before a form, is not kept", async () => {
  for (const [method, status] of [["GET", 404], ["POST", 200]]) {
    const {opens, has} = started(), late = opens();
    await opens(method)(status);
    await late(200);
    assert.equal(has(), false, method);
    await opens()(200);
    assert.equal(has(), true, method);
  }
});

test("going back to what a form was answered sends nothing", () => {
  const {listeners} = started(), answers = [];
  for (const cache of ["default", "only-if-cached"]) {
    const request = {url: TABLE, method: "POST", mode: "navigate", cache, headers: new Headers()};
    listeners.fetch({request, respondWith: () => answers.push(cache)});
  }
  assert.deepEqual(answers, ["default"]);
});
