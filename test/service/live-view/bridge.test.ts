import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { rfbSource } from "../../../src/service/live-view/rfb-source.ts";
import { startServiceWithFakeBrowser } from "../../support/fake-browser.ts";
import { linkOf } from "../../support/live-viewer.ts";
import type { TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const HANDSHAKE = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1])]);
const KEY = Buffer.from([4, 1, 0, 0, 0, 0, 0, 0x61]);

let service: TestService;
let display: Server;
let path: string;
let id: string;
const texts: string[] = [];
/** True while no display accepts a connection. */
let isBroken = false;
let typing: PromiseWithResolvers<void> | undefined;

beforeAll(async () => {
  display = createServer().listen(0, "127.0.0.1");
  await once(display, "listening");
  const { port } = display.address() as { port: number };
  service = await startServiceWithFakeBrowser({
    viewerHeartbeatMs: 1_500,
    liveSource: () =>
      rfbSource({
        connect: async () => {
          const socket = isBroken ? connect("/nowhere/display") : connect(port, "127.0.0.1");
          await once(socket, "connect");
          return socket;
        },
        type: async (text) => {
          texts.push(text);
          await typing?.promise;
        },
      }),
  });
  id = (await service.create({ timeout_seconds: 3_600 })).session_id;
  path = `/browsers/${id}/live/socket`;
});

afterAll(async () => {
  await service?.stop();
  display?.close();
});

async function connectViewer(readOnly = false): Promise<WebSocket> {
  const opened = await fetch(await linkOf(service, id, readOnly));
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const headers = { cookie, origin: service.baseUrl };
  const viewer = new WebSocket(`ws://127.0.0.1:${service.port}${path}`, { headers });
  onTestFinished(() => viewer.terminate());
  return viewer;
}

/** Connects a viewer; gives it and the display's end of its connection. */
async function watch(readOnly = false): Promise<{ viewer: WebSocket; screen: Socket; received: () => Buffer }> {
  const accepted = once(display, "connection");
  const viewer = await connectViewer(readOnly);
  await once(viewer, "open");
  const [screen] = (await accepted) as [Socket];
  const chunks: Buffer[] = [];
  screen.on("data", (chunk: Buffer) => chunks.push(chunk));
  screen.on("error", () => {});
  return { viewer, screen, received: () => Buffer.concat(chunks) };
}

const viewers = async (): Promise<number> => (await service.api("GET", `/_local/browsers/${id}`)).body.viewers;

describe("the bridge between a viewer and a display", () => {
  test("passes bytes both ways", async () => {
    const { viewer, screen, received } = await watch();
    viewer.send(HANDSHAKE);
    viewer.send(KEY);
    await until(received, (bytes) => bytes.equals(Buffer.concat([HANDSHAKE, KEY])));
    const message = once(viewer, "message");
    screen.write("pixels");
    expect((await message)[0]).toEqual(Buffer.from("pixels"));
  });

  test("keeps the order of keys and texts", async () => {
    const { viewer, received } = await watch();
    typing = Promise.withResolvers();
    texts.length = 0;
    viewer.send(HANDSHAKE);
    viewer.send(JSON.stringify({ type: "text", text: "привет" }));
    for (let n = 0; n < 500; n += 1) viewer.send(KEY);
    await until(() => texts.length === 1);
    await until(received, (bytes) => bytes.length === HANDSHAKE.length);
    typing.resolve();
    typing = undefined;
    await until(received, (bytes) => bytes.length === HANDSHAKE.length + 500 * KEY.length);
    expect(texts).toEqual(["привет"]);
  });

  test("drops keys and texts of a read-only viewer", async () => {
    const { viewer, received } = await watch(true);
    texts.length = 0;
    const request = Buffer.from([3, 1, 0, 0, 0, 0, 0, 100, 0, 100]);
    viewer.send(Buffer.concat([HANDSHAKE, KEY]));
    viewer.send(JSON.stringify({ type: "text", text: "no" }));
    viewer.send(request);
    await until(received, (bytes) => bytes.equals(Buffer.concat([HANDSHAKE, request])));
    expect(texts).toEqual([]);
  });

  test.each([
    ["bytes that are no RFB", Buffer.from("hello display!"), "the version of the protocol must be 3.8"],
    ["a text that is no JSON", "hello", "a text message is not JSON"],
    ["null", "null", "a text message must have type text and a text that is valid Unicode"],
    [
      "another type",
      '{"type":"run","text":"x"}',
      "a text message must have type text and a text that is valid Unicode",
    ],
    [
      "half a character",
      '{"type":"text","text":"\\ud800"}',
      "a text message must have type text and a text that is valid Unicode",
    ],
    ["a long text", JSON.stringify({ type: "text", text: "x".repeat(100_001) }), "a text of 100001; at most 100000"],
  ])("ends a viewer that sends %s", async (_what, sent, reason) => {
    const { viewer, screen } = await watch();
    const [closed, gone] = [once(viewer, "close"), once(screen, "close")];
    viewer.send(sent);
    const [code, text] = await closed;
    expect([code, String(text)]).toEqual([4400, reason]);
    await gone;
  });

  test("closes the viewer when the display ends, and the display when the viewer leaves", async () => {
    const first = await watch();
    const closed = once(first.viewer, "close");
    first.screen.destroy();
    expect((await closed)[0]).toBe(4503);
    const second = await watch();
    const gone = once(second.screen, "close");
    second.viewer.close();
    await gone;
    await until(viewers, (count) => count === 0);
  });

  test("stops reading the display for a viewer that does not read, and ends it in the end", async () => {
    const { viewer, screen } = await watch();
    viewer.pause();
    const block = Buffer.alloc(2 ** 20);
    let sent = 0;
    while (sent < 64 && screen.write(block)) sent += 1;
    // Some blocks lie in the buffers of both sockets, and 4 MiB in the service.
    while (sent < 64) {
      const drained = await Promise.race([
        once(screen, "drain").then(() => true),
        once(screen, "close").then(() => false),
      ]);
      if (!drained) break;
      screen.write(block);
      sent += 1;
    }
    expect(sent).toBeLessThan(32);
    await until(viewers, (count) => count === 0);
  });

  test("resumes the display for a viewer that reads again", async () => {
    const { viewer, screen } = await watch();
    let read = 0;
    viewer.on("message", (data: Buffer) => {
      read += data.length;
    });
    viewer.pause();
    // Read well within one heartbeat, and more than what waits for a viewer.
    const blocks = 12;
    screen.write(Buffer.alloc(blocks * 2 ** 20));
    await until(() => screen.bytesWritten > 2 ** 20);
    viewer.resume();
    await until(
      () => read,
      (bytes) => bytes === blocks * 2 ** 20,
    );
  });

  test("answers a display that does not accept viewers with a code that the page tries again", async () => {
    isBroken = true;
    onTestFinished(() => {
      isBroken = false;
    });
    const viewer = await connectViewer();
    const [code, reason] = await once(viewer, "close");
    expect([code, String(reason)]).toEqual([4503, "the display does not answer"]);
  });
});
