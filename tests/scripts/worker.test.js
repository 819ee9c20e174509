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
  /* "back" and forms are told by the cache that Chromium names: "no-cache" with whatever is sent. */
  const opens = (method = "GET", {url = TABLE, mode = "navigate", cache = method === "GET" ? "default" : "no-cache"} = {}) => {
    let done;
    listeners.fetch({
      request: {url, method, mode, cache, headers: new Headers()},
      respondWith: (answer) => (done = answer),
      waitUntil: (end) => (done = end),
    });
    const answer = method === "GET" ? asked.at(-1) : () => 0;
    return async (status, headers = {"Kept-For": "Ann"}) => {
      answer(new Response("", {status, headers}));
      await done;
    };
  };
  return {opens, asked, has: (url = TABLE) => kept.has(url)};
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

test("a form that is sent empties what is kept of tables, by itself; lessons stay", async () => {
  const {opens, asked, has} = started(), lesson = `${HOUSE}/learn`;
  await opens()(200);
  await opens("GET", {url: lesson})(200);
  const before = asked.length;
  await opens("POST", {url: `${HOUSE}/settings`})();
  assert.deepEqual([has(), has(lesson)], [false, true]);
  assert.equal(asked.length, before, "the browser sends it: the worker asks for nothing");
});

test("what is asked for while a form is under way is not kept; the page it leads to is", async () => {
  const {opens, has} = started(), sheet = `${TABLE}/sheet`, form = opens("POST");
  const during = opens("GET", {url: sheet, mode: "same-origin"});
  await form();
  await during(200);
  const late = opens("GET", {url: sheet, mode: "same-origin"}), after = opens();
  await Promise.all([late(200), after(200)]);
  assert.deepEqual([has(sheet), has()], [false, true]);
  await opens("GET", {url: sheet, mode: "same-origin"})(200);
  assert.equal(has(sheet), true);
});

test("going back to what a form was answered sends nothing, and what is kept stays", async () => {
  const {opens, has} = started();
  await opens()(200);
  await opens("POST", {cache: "only-if-cached"})();
  assert.equal(has(), true);
});
