import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { noteOf, PoolCalls } from "./support/pool-calls.ts";

let service: TestService;
let calls: PoolCalls;
beforeAll(async () => {
  service = await startServiceWithFakeBrowser({ idleStopSeconds: 0 });
  calls = new PoolCalls(service);
});
afterAll(() => service.stop());
afterEach(() => calls.clear());

/** Waits until an acquire with a name is in the line, which has reserved the name. */
const inLine = async (id: string, name: string): Promise<void> => {
  await until(async () => (await calls.send(id, "acquire", { name, acquire_timeout_seconds: 0 })).status === 409);
};

test("two acquires for one free browser: the second waits for the release of the first", async () => {
  const { id } = await calls.full();
  const answers = [calls.acquire(id), calls.acquire(id)];
  const first = await Promise.race(answers);
  expect(await calls.get(id)).toMatchObject({ available_count: 0, acquired_count: 1 });
  await calls.release(id, first.session_id);
  const [one, two] = await Promise.all(answers);
  expect(one.session_id).not.toBe(two.session_id);
  expect(await calls.get(id)).toMatchObject({ available_count: 0, acquired_count: 1 });
});

test("acquires that wait get released browsers in the order of their arrival", async () => {
  const { id } = await calls.full();
  let current = (await calls.acquire(id)).session_id;
  const order: string[] = [];
  const waits: Promise<void>[] = [];
  for (const name of ["first", "second", "third"]) {
    waits.push(
      calls.acquire(id, { name }).then((session) => {
        order.push(session.name);
        current = session.session_id;
      }),
    );
    await inLine(id, name);
  }
  for (let got = 1; got <= waits.length; got += 1) {
    await calls.release(id, current);
    await until(() => order.length === got);
  }
  expect(order).toEqual(["first", "second", "third"]);
});

test("an acquire without an idle browser is 204 when its time is over, also for a time of 0", async () => {
  const { id } = await calls.full();
  await calls.acquire(id);
  for (const acquire_timeout_seconds of [0, 1]) {
    const answer = await calls.send(id, "acquire", { acquire_timeout_seconds });
    expect([answer.status, answer.text, noteOf(answer)]).toEqual([204, "", ""]);
  }
});

test("a client that goes away while it waits leaves the browser to the next", async () => {
  const { id } = await calls.full();
  const { session_id } = await calls.acquire(id);
  const gone = new AbortController();
  const left = calls.send(id, "acquire", { name: "left" }, gone.signal).catch(() => "gone");
  await inLine(id, "left");
  gone.abort();
  expect(await left).toBe("gone");
  await until(
    async () => (await calls.send(id, "acquire", { name: "left", acquire_timeout_seconds: 0 })).status === 204,
  );
  await calls.release(id, session_id);
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 0 });
});

test("a name in use is 409, and does not cost a browser", async () => {
  const { id } = await calls.full();
  await service.create({ name: "taken" });
  const answer = await calls.send(id, "acquire", { name: "taken" });
  expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 0 });
  await service.api("DELETE", "/browsers/taken");
});

test("a pool that is deleted ends the waits for it with 404", async () => {
  const { id } = await calls.full();
  await calls.acquire(id);
  const waiting = calls.send(id, "acquire", { name: "waits" });
  await inLine(id, "waits");
  await calls.delete(id);
  expect(await waiting).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("the telemetry of an acquire is over that of the pool, for its session alone", async () => {
  const { id } = await calls.full({ telemetry: { enabled: true } });
  const telemetry = { browser: { network: { enabled: true } } };
  const own = await calls.acquire(id, { telemetry });
  expect(own.telemetry.browser).toMatchObject({ network: { enabled: true }, control: { enabled: true } });
  await calls.release(id, own.session_id);
  const next = await calls.acquire(id);
  expect(next.telemetry.browser).toMatchObject({ network: { enabled: false }, control: { enabled: true } });
  const wrong = { telemetry: { enabled: false, browser: { network: { enabled: true } } } };
  expect((await calls.send(id, "acquire", wrong)).status).toBe(400);
});

test("a second release says that the session has ended, and changes nothing", async () => {
  const { id } = await calls.full();
  const { session_id } = await calls.acquire(id);
  await calls.release(id, session_id);
  const next = (await calls.acquire(id)).session_id;
  const again = await calls.send(id, "release", { session_id });
  expect(again).toMatchObject({ status: 404, body: { code: "browser_deleted" } });
  expect(again.body.message).toMatch(/it was released to its pool$/);
  expect(await calls.sessions()).toEqual([next]);
});

test("two releases of one session at the same time give the browser back once", async () => {
  const { id } = await calls.full();
  const { session_id } = await calls.acquire(id);
  const answers = await Promise.all([1, 2].map(() => calls.send(id, "release", { session_id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect(await calls.get(id)).toMatchObject({ available_count: 1, acquired_count: 0 });
});

test("a release of a session of another pool, of none and of an unknown one is 400 and names it", async () => {
  const { id } = await calls.full();
  const other = await calls.full();
  const theirs = (await calls.acquire(other.id)).session_id;
  const own = (await service.create()).session_id;
  for (const session_id of [theirs, own]) {
    const answer = await calls.send(id, "release", { session_id });
    const message = `session_id: session "${session_id}" was not acquired from the pool`;
    expect(answer).toMatchObject({ status: 400, body: { code: "bad_request", details: [{ message }] } });
  }
  const unknown = await calls.send(id, "release", { session_id: "nope" });
  expect(unknown.body.details).toEqual([{ code: "invalid_input", message: 'session_id: there is no session "nope"' }]);
  expect(await calls.sessions()).toEqual(expect.arrayContaining([theirs, own]));
  await service.api("DELETE", `/browsers/${own}`);
});

test("an acquired browser ends after its time without use and is replaced; an idle one has no end", async () => {
  const { id } = await calls.full({ size: 2, timeout_seconds: 10 });
  const { session_id } = await calls.acquire(id);
  await service.clock.advance(3_600_000);
  const ended = await service.api("GET", `/browsers/${session_id}`);
  expect(ended.body.message).toMatch(/nothing used it for 10 s/);
  await calls.has(id, 2);
  expect(service.log.filter((line) => line.includes("nothing used it"))).toHaveLength(1);
});
