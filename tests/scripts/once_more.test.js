import assert from "node:assert/strict";
import {test} from "node:test";

import {onceMore} from "../../webapp/assets/computed/once_more.js";

/* What comes of sending where these answers come, each a status and what it asks to wait; and how long it waited. */
const sent = async (...answers) => {
  const waited = [], left = answers.map(([status, after]) => new Response("", {status, headers: after ? {"Retry-After": after} : {}}));
  const {status} = await onceMore(async () => left.shift(), async (seconds) => waited.push(seconds));
  return [status, waited, left.length];
};

test("what is turned away as another is being read is sent once more, and no third time", async () => {
  assert.deepEqual(await sent([429, "5"], [200]), [200, [5], 0]);
  assert.deepEqual(await sent([429, "5"], [429, "5"], [200]), [429, [5], 1]);
  assert.deepEqual(await sent([503, "5"], [200]), [503, [], 1]);
});

test("nobody waits long, or for a time that is not told", async () => {
  for (const after of ["3600", "soon", "", undefined]) assert.deepEqual(await sent([429, after], [200]), [429, [], 1], after);
});
