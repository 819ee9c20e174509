import assert from "node:assert/strict";
import {mock, test} from "node:test";

import {serverNow} from "../../webapp/assets/computed/server_clock.js";

const MINUTE = 60_000;
const NOON = Date.parse("2026-11-27T12:00:00Z");

test("a phone whose clock is wrong reads the server's, which goes on with its own", (context) => {
  mock.timers.enable({apis: ["Date"], now: NOON + 7 * MINUTE});
  context.after(() => mock.timers.reset());
  const face = {dataset: {at: "2026-11-27T12:00:00Z"}};
  assert.equal(serverNow(face), NOON);
  mock.timers.tick(2 * MINUTE);
  assert.equal(serverNow(face), NOON + 2 * MINUTE);
  face.dataset.at = "2026-11-27T12:03:00Z";
  assert.equal(serverNow(face), NOON + 3 * MINUTE);
});
