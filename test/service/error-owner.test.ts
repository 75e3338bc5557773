import { EventEmitter, once } from "node:events";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { Clock } from "../../src/service/clock.ts";
import { background, currentOwner, errorOwner, ownEmitter, ownedBy } from "../../src/service/error-owner.ts";
import { writeFakeBrowser } from "../support/browser/fake-browser.ts";
import { openViewer } from "../support/screen/live-viewer.ts";
import { startOtherService, stateDirectory } from "../support/service/rude-end.ts";
import { until } from "../support/until.ts";

/** Owner that records its calls. */
function recorded(end: (error: Error) => unknown = () => {}) {
  const log: string[] = [];
  const ended: string[] = [];
  const owner = errorOwner({
    log: (line) => log.push(line),
    what: "the session s1",
    end: (error) => {
      ended.push(error.message);
      return end(error);
    },
  });
  return { owner, log, ended };
}

describe("an error that nothing caught", () => {
  test("an uncaught error fails the owner of unawaited work, with its stack in the log", async () => {
    const { owner, log, ended } = recorded();
    ownedBy(owner, () => background(async () => Promise.reject(new Error("lost"))));
    await until(() => ended.length > 0);
    expect(ended).toEqual(["lost"]);
    expect(log[0]).toMatch(/^an error that nothing caught ends the session s1: Error: lost\n\s+at /);
  });

  test("an uncaught error fails the owner of the emitter whose listener threw, and not the code that emits", () => {
    const { owner, ended } = recorded();
    const emitter = new EventEmitter();
    ownEmitter(emitter, owner);
    emitter.on("data", () => {
      throw new Error("in a listener");
    });
    expect(emitter.emit("data")).toBe(true);
    expect(emitter.emit("error", new Error("without a listener"))).toBe(true);
    expect(ended).toEqual(["in a listener", "without a listener"]);
  });

  test("an uncaught error belongs to the owner under which a timer of the clock was set", async () => {
    const { owner, ended } = recorded();
    const clock = new Clock();
    clock.pin(0);
    ownedBy(owner, () => clock.schedule(1_000, () => background(async () => Promise.reject(new Error("late")))));
    await clock.advance(1_000);
    await until(() => ended.length > 0);
    expect(ended).toEqual(["late"]);
    expect(currentOwner()).toBeUndefined();
  });

  test("an uncaught value that is not an error is reported as an error", async () => {
    const { owner, log } = recorded();
    owner.fail("a text");
    expect(log[0]).toContain("Error: not an error: a text");
  });
});

test("a service ends only the viewer or the session whose work fails", async () => {
  const browser = writeFakeBrowser();
  const service = await startOtherService(await stateDirectory(), { program: "stray-error-process", browser });
  const create = async (): Promise<string> =>
    (await service.api("POST", "/browsers", { json: { timeout_seconds: 3_600 } })).body.session_id;
  const [id, other] = await Promise.all([create(), create()]);
  const status = async (session: string): Promise<number> => (await service.api("GET", `/browsers/${session}`)).status;
  const watching = await openViewer(service, other);
  for (const kind of ["listener", "timer", "socket", "rejection"]) {
    const failing = await openViewer(service, id);
    failing.send(kind);
    await once(failing, "close");
    expect(await status(id), kind).toBe(200);
  }
  const ends = "an error that nothing caught ends the connection: Error: ";
  for (const message of ["stray: listener", "stray: rejection", "connect ECONNREFUSED"])
    expect(service.log()).toContain(`${ends}${message}`);

  const unowned = await openViewer(service, id);
  unowned.send("nobody");
  await until(() => service.log().includes("stray: nobody"));
  expect(service.log()).toMatch(/"stack":"Error: stray: nobody\\n\s+at /);
  expect(unowned.readyState).toBe(WebSocket.OPEN);

  unowned.send("session");
  await once(unowned, "close");
  const gone = await service.api("GET", `/browsers/${id}`);
  expect(gone.body.message).toContain("the local service failed: stray: session");
  expect(await status(other)).toBe(200);
  expect(watching.readyState).toBe(WebSocket.OPEN);
  expect(service.child.exitCode).toBeNull();
});
