import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { rfbSource } from "../../../src/service/live-view/rfb-source.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { linkOf } from "../../support/screen/live-viewer.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

const HANDSHAKE = Buffer.concat([Buffer.from("RFB 003.008\n"), Buffer.from([1, 1])]);
const CLIPBOARD_OFF = Buffer.concat([
  Buffer.from([2, 0, 0, 1, 0xc0, 0xa1, 0xe5, 0xce]),
  Buffer.from([6, 0, 0, 0, 0xff, 0xff, 0xff, 0xf8, 9, 0, 0, 1, 0, 0, 0, 0]),
]);
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

/** Connects a viewer; returns it and the display's side of its connection. */
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
  test("the bridge passes bytes both ways", async () => {
    const { viewer, screen, received } = await watch();
    viewer.send(HANDSHAKE);
    viewer.send(KEY);
    await until(received, (bytes) => bytes.equals(Buffer.concat([HANDSHAKE, KEY])));
    const message = once(viewer, "message");
    screen.write("pixels");
    expect((await message)[0]).toEqual(Buffer.from("pixels"));
  });

  test("the bridge keeps the order of keys and texts", async () => {
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

  test("the bridge drops keys and texts of a read-only viewer", async () => {
    const { viewer, received } = await watch(true);
    texts.length = 0;
    const request = Buffer.from([3, 1, 0, 0, 0, 0, 0, 100, 0, 100]);
    viewer.send(Buffer.concat([HANDSHAKE, KEY]));
    viewer.send(JSON.stringify({ type: "text", text: "no" }));
    viewer.send(request);
    // After the handshake its clipboard is turned off.
    await until(received, (bytes) => bytes.equals(Buffer.concat([HANDSHAKE, CLIPBOARD_OFF, request])));
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
    ["a long text", JSON.stringify({ type: "text", text: "x".repeat(8_193) }), "a text of 8193; at most 8192"],
  ])("the bridge ends a viewer that sends %s", async (_what, sent, reason) => {
    const { viewer, screen } = await watch();
    const [closed, gone] = [once(viewer, "close"), once(screen, "close")];
    viewer.send(sent);
    const [code, text] = await closed;
    expect([code, String(text)]).toEqual([4400, reason]);
    await gone;
  });

  test("the bridge types a text in pieces, and stops when its viewer has left", async () => {
    const { viewer, screen } = await watch();
    const gone = once(screen, "close");
    typing = Promise.withResolvers();
    texts.length = 0;
    const text = `${"a".repeat(999)}😀${"b".repeat(2_000)}`;
    viewer.send(JSON.stringify({ type: "text", text }));
    await until(() => texts.length === 1);
    typing.resolve();
    typing = undefined;
    await until(() => texts.join("") === text);
    expect(texts.map(({ length }) => length)).toEqual([999, 1_000, 1_000, 2]);
    typing = Promise.withResolvers();
    texts.length = 0;
    viewer.send(JSON.stringify({ type: "text", text }));
    await until(() => texts.length === 1);
    viewer.terminate();
    await gone;
    typing.resolve();
    typing = undefined;
    expect((await watch()).viewer.readyState).toBe(WebSocket.OPEN);
    expect(texts.length).toBe(1);
  });

  test.each([
    ["one message", (viewer: WebSocket) => viewer.send(Buffer.alloc(64 * 2 ** 10 + 1))],
    ["a text", (viewer: WebSocket) => viewer.send("x".repeat(4 * 2 ** 20))],
    [
      "fragments",
      (viewer: WebSocket) => {
        for (let n = 0; n < 65; n += 1) viewer.send(Buffer.alloc(2 ** 10), { fin: false });
      },
    ],
  ])("the bridge ends a viewer that sends more than 64 KiB in %s", async (_what, send) => {
    const { viewer, screen } = await watch();
    const [closed, gone] = [once(viewer, "close"), once(screen, "close")];
    send(viewer);
    expect((await closed)[0]).toBe(1009);
    await gone;
  });

  test("the bridge agrees to no compression, which would make a small message large", async () => {
    const { viewer } = await watch();
    expect(viewer.extensions).toBe("");
  });

  // The client of this test has its messages in the same process: each tiny one costs it 300 bytes.
  test.each([
    ["small messages", 64 * 2 ** 10, 16 * 2 ** 20, 100 * 2 ** 20],
    ["tiny messages", KEY.length, 2 * 2 ** 20, 200 * 2 ** 20],
  ])(
    "the bridge keeps %s of a viewer bounded while a text is typed, and finally ends the viewer",
    async (_what, size, total, maxGrowth) => {
      const { viewer, received } = await watch();
      typing = Promise.withResolvers();
      texts.length = 0;
      viewer.send(HANDSHAKE);
      viewer.send(JSON.stringify({ type: "text", text: "slow" }));
      await until(() => texts.length === 1);
      const closed = once(viewer, "close");
      const before = process.memoryUsage.rss();
      const message = Buffer.alloc(size, KEY);
      for (let sent = 0; sent < total && viewer.readyState === WebSocket.OPEN; sent += 64 * 2 ** 10) {
        for (let at = 0; at < 64 * 2 ** 10; at += size) viewer.send(message);
      }
      expect((await service.api("GET", `/browsers/${id}`)).status).toBe(200);
      const [code, reason] = await closed;
      expect([code, String(reason)]).toEqual([4429, "the session does not keep up with the input of this view"]);
      expect(process.memoryUsage.rss() - before).toBeLessThan(maxGrowth);
      expect(received().length).toBe(HANDSHAKE.length);
      typing.resolve();
      typing = undefined;
    },
  );

  test("the bridge serves 32 viewers of a session, and gives the next one the reason why not", async () => {
    const many: WebSocket[] = [];
    // One after the other, because an unused link is returned again.
    while (many.length < 32) many.push(await connectViewer());
    await until(viewers, (count) => count === 32);
    const [code, reason] = await once(await connectViewer(), "close");
    expect([code, String(reason)]).toEqual([4429, "the session has 32 views; close one of them"]);
    for (const viewer of many) viewer.terminate();
    await until(viewers, (count) => count === 0);
    await watch();
  });

  test("the bridge closes the viewer when the display ends, and the display when the viewer leaves", async () => {
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

  test("the bridge stops reading the display for a viewer that does not read, and finally ends the viewer", async () => {
    const { viewer, screen } = await watch();
    viewer.pause();
    const block = Buffer.alloc(2 ** 20);
    let sent = 0;
    while (sent < 64 && screen.write(block)) sent += 1;
    // Some blocks are in the buffers of both sockets, and 4 MiB in the service.
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

  test("the bridge resumes the display for a viewer that reads again", async () => {
    const { viewer, screen } = await watch();
    let read = 0;
    viewer.on("message", (data: Buffer) => {
      read += data.length;
    });
    viewer.pause();
    // Read well within one heartbeat, and more than the queue of a viewer.
    const blocks = 12;
    screen.write(Buffer.alloc(blocks * 2 ** 20));
    await until(() => screen.bytesWritten > 2 ** 20);
    viewer.resume();
    await until(
      () => read,
      (bytes) => bytes === blocks * 2 ** 20,
    );
  });

  test("the bridge answers for a display that does not accept viewers with a code on which the page retries", async () => {
    isBroken = true;
    onTestFinished(() => {
      isBroken = false;
    });
    const viewer = await connectViewer();
    const [code, reason] = await once(viewer, "close");
    expect([code, String(reason)]).toEqual([4503, "the display does not answer"]);
  });
});
