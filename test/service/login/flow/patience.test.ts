import { expect, test } from "vitest";
import { patienceMs } from "../../../../src/service/login/flow/outcome.ts";
import { loginState } from "../support/login-states.ts";

const repeated = {
  after: loginState({ lines: ["Shop", "Gnx wrpl."] }),
  knownError: "Gnx wrpl.",
  isFollowed: false,
};
const fresh = { ...repeated, knownError: undefined };
const watch = { loginStatus: () => undefined, posted: false, isAnsweredByWebSocket: true };

test("an answered request is waited for longer while the page asks for more", () => {
  const answered = { ...watch, loginStatus: () => 200 };
  expect(patienceMs(answered, { ...fresh, isFollowed: true })).toBeGreaterThan(patienceMs(answered, fresh));
});

test("a refusal that a WebSocket repeats is waited for as long as an answered request", () => {
  const answered = patienceMs({ ...watch, loginStatus: () => 200 }, fresh);
  expect(patienceMs(watch, repeated)).toBe(answered);
  expect(patienceMs(watch, fresh)).toBeGreaterThan(answered);
  expect(patienceMs({ ...watch, isAnsweredByWebSocket: false }, repeated)).toBeGreaterThan(answered);
  expect(patienceMs({ ...watch, posted: true }, repeated)).toBeGreaterThan(answered);
});
