import { expect, test } from "vitest";
import { Clock } from "../../../../src/service/clock.ts";
import { FreshCodes } from "../../../../src/service/login/values/fresh-code.ts";

const start = Date.UTC(2030, 0, 1, 0, 0, 10);

test("a code is given once; the next one follows in the next window of the clock", async () => {
  const clock = new Clock(start);
  const codes = new FreshCodes(clock, async () => String(Math.floor(clock.now() / 30_000)));
  const { signal } = new AbortController();
  const first = await codes.next(signal);
  const second = codes.next(signal);
  await clock.advance(19_999);
  expect(await Promise.race([second, "waiting"])).toBe("waiting");
  await clock.advance(1);
  expect(Number(await second)).toBe(Number(first) + 1);
});

test("an aborted signal ends the wait with its reason", async () => {
  const clock = new Clock(start);
  const codes = new FreshCodes(clock, async () => "123456");
  const stop = new AbortController();
  await codes.next(stop.signal);
  const second = codes.next(stop.signal);
  stop.abort(new Error("expired"));
  await expect(second).rejects.toThrow("expired");
});
