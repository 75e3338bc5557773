import { connect, createServer } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Region } from "../../../src/service/screen/rfb/region.ts";
import { RfbClient } from "../../../src/service/screen/rfb/rfb-client.ts";
import { temporaryDirectory } from "../../support/browser/chromium.ts";
import { heldTimers } from "../../support/service/held-timers.ts";
import { until } from "../../support/until.ts";
import { connectedDisplay, type FakeServer, grey, POINTER, REQUEST, SET_SIZE, size } from "./support/rfb-display.ts";

const never = new AbortController().signal;

const whole = (width: number, height: number): Region => ({ x: 0, y: 0, width, height });

let server: FakeServer;
let client: RfbClient;

beforeEach(async () => {
  ({ server, client } = await connectedDisplay());
});

describe("a picture", () => {
  test("a picture has no pixels that are older than the request", async () => {
    const captured = client.capture();
    await server.take(REQUEST);
    server.update(grey(whole(4, 2), 1));
    await server.take(REQUEST);
    server.update(size(4, 2));
    await server.take(REQUEST);
    server.update(grey(whole(4, 2), 2));
    expect((await captured).pixels).toEqual(Buffer.alloc(4 * 2 * 4, 2));
  });

  test("a picture is complete when every pixel has arrived, even if some arrive twice", async () => {
    const captured = client.capture();
    await server.take(REQUEST);
    server.update(size(4, 2));
    server.update(grey({ x: 0, y: 0, width: 3, height: 2 }, 1));
    server.update(grey({ x: 1, y: 0, width: 2, height: 2 }, 2));
    server.update(grey({ x: 3, y: 0, width: 1, height: 2 }, 3));
    const row = [1, 2, 2, 3].flatMap((value) => [value, value, value, value]);
    expect([...(await captured).pixels]).toEqual([...row, ...row]);
  });

  /** Fills the picture with 1. */
  async function first(): Promise<void> {
    const captured = client.capture();
    await server.take(REQUEST);
    server.update(size(4, 2));
    await server.take(REQUEST);
    server.update(grey(whole(4, 2), 1));
    await captured;
  }

  test("a second picture requests only the changes, and shows them at their place", async () => {
    await first();
    const captured = client.capture({ x: 1, y: 0, width: 3, height: 2 });
    expect([...(await server.take(REQUEST))]).toEqual([REQUEST, 0, 0, 1, 0, 0, 0, 1, 0, 1]);
    server.update(size(4, 2));
    expect([...(await server.take(REQUEST))]).toEqual([REQUEST, 1, 0, 1, 0, 0, 0, 3, 0, 2]);
    server.update(grey({ x: 1, y: 0, width: 1, height: 1 }, 1), grey({ x: 2, y: 0, width: 1, height: 2 }, 2));
    const row = [1, 2, 1].flatMap((value) => [value, value, value, value]);
    expect([...(await captured).pixels]).toEqual([...row, ...row]);
  });

  test("a picture has the changes since the last picture", async () => {
    await first();
    const changed = client.change(never);
    await server.take(REQUEST);
    server.update(grey({ x: 3, y: 1, width: 1, height: 1 }, 9));
    await changed;
    const captured = client.capture({ x: 3, y: 1, width: 1, height: 1 });
    await server.take(REQUEST);
    server.update(size(4, 2), grey({ x: 3, y: 1, width: 1, height: 1 }, 9));
    expect([...(await captured).pixels]).toEqual([9, 9, 9, 9]);
  });

  test("a picture is complete again after the display has got another size, or after a minute without one", async () => {
    const timers = heldTimers();
    const all = async (width: number, height: number): Promise<void> => {
      const captured = client.capture();
      const [type, changesOnly, ...rest] = await server.take(REQUEST);
      expect([type, changesOnly, rest[5], rest[7]]).toEqual([REQUEST, 0, width, height]);
      server.update(size(width, height), grey(whole(width, height), 3));
      expect((await captured).pixels).toEqual(Buffer.alloc(width * height * 4, 3));
      server.messages.length = 0;
    };
    await all(4, 2);
    server.update(size(3, 2, 2));
    await until(() => client.size.width === 3);
    await all(3, 2);
    await timers.pass(60_000);
    await all(3, 2);
  });

  test("a picture does not wait for pixels of a display that becomes smaller in the meantime", async () => {
    const captured = client.capture();
    await server.take(REQUEST);
    server.update(size(4, 2), size(2, 2, 2), grey(whole(2, 2), 1));
    const { region, pixels } = await captured;
    expect(region).toEqual(whole(4, 2));
    expect([...pixels.subarray(0, 16)]).toEqual([...Array(8).fill(1), ...Array(8).fill(0)]);
  });

  test("a picture has the new size after a change of the size that was requested before", async () => {
    const resized = client.resize(2, 1);
    const captured = client.capture();
    await server.take(SET_SIZE);
    server.update(size(2, 1, 1));
    await resized;
    await server.take(REQUEST);
    server.update(size(2, 1), grey(whole(2, 1), 1));
    expect((await captured).region).toEqual(whole(2, 1));
  });
});

describe("the size", () => {
  test("size changes run one after the other, and each gets its own answer", async () => {
    const [first, second] = [client.resize(3, 3), client.resize(9, 9)];
    const refused = expect(second).rejects.toMatchObject({
      kind: "size-refused",
      message: "9x9 is refused by the display: it has not enough memory",
    });
    await server.take(SET_SIZE);
    server.update(size(3, 3, 1));
    await first;
    await server.take(SET_SIZE);
    server.update(size(3, 3, 1, 2));
    await refused;
    expect(client.size).toEqual({ width: 3, height: 3 });
  });

  test("a size change keeps the pointer inside, with its buttons", async () => {
    client.pointer(3, 1, 1);
    await server.take(POINTER);
    server.update(size(2, 1, 2));
    expect([...(await server.take(POINTER))]).toEqual([POINTER, 1, 0, 1, 0, 0]);
    expect(client.pointerPosition).toEqual({ x: 1, y: 0 });
  });
});

test("two waits for a change both end with the next one", async () => {
  const waits = [client.change(never), client.change(never)];
  await server.take(REQUEST);
  server.update(grey(whole(1, 1), 1));
  expect(await Promise.all(waits)).toEqual([undefined, undefined]);
});

test.each([
  ["a picture", () => client.capture()],
  ["a change", () => client.change(never)],
  ["another size", () => client.resize(1, 1)],
  ["the handling of input", () => client.handled()],
])("a wait for %s ends with the connection, and so does every later one", async (_what, call) => {
  const waiting = call();
  const ended = expect(waiting).rejects.toMatchObject({ kind: "ended" });
  await server.take(REQUEST);
  server.socket.destroy();
  await ended;
  expect(await client.closed).toMatchObject({ kind: "ended" });
  await expect(call()).rejects.toMatchObject({ kind: "ended" });
  client.key(0x61, true);
  client.pointer(0, 0, 0);
});

test("a server that stops answering is named, and is asked again later", async () => {
  const timers = heldTimers();
  const refused = expect(client.capture()).rejects.toMatchObject({
    kind: "not-responding",
    message: "the screen of the session does not answer within 10 s",
  });
  await server.take(REQUEST);
  await timers.pass(10_000);
  await refused;
  const captured = client.capture();
  await server.take(REQUEST);
  server.update(size(4, 2), grey(whole(4, 2), 1));
  expect((await captured).pixels).toEqual(Buffer.alloc(4 * 2 * 4, 1));
});

test("a connection to a server that says nothing is closed when the signal is aborted", async () => {
  const path = join(await temporaryDirectory(), "rfb");
  const listener = createServer().listen(path);
  onTestFinished(() => void listener.close());
  const socket = connect(path);
  const opening = RfbClient.open(socket, AbortSignal.abort(new Error("too late")));
  await expect(opening).rejects.toThrow("too late");
  expect(socket.destroyed).toBe(true);
});
