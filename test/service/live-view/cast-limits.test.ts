import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { linkOf } from "../../support/screen/live-viewer.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await startService();
  id = (await service.create({ timeout_seconds: 3_600 })).session_id;
});
afterAll(() => service.stop());

async function connectViewer(): Promise<WebSocket> {
  const opened = await fetch(await linkOf(service, id));
  const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const headers = { cookie, origin: service.baseUrl };
  const viewer = new WebSocket(`ws://127.0.0.1:${service.port}/browsers/${id}/live/socket`, { headers });
  onTestFinished(() => viewer.terminate());
  await once(viewer, "open");
  return viewer;
}

async function clipboard(): Promise<string> {
  const { status, body, text } = await service.api("POST", `/browsers/${id}/computer/clipboard/read`, {});
  expect(status, text).toBe(200);
  return body.text;
}

const piece = (text: string, more?: boolean): string => JSON.stringify({ type: "clipboard", text, more });

test("a clipboard of 1 MiB arrives whole, in pieces", async () => {
  const viewer = await connectViewer();
  const part = "日本語x\n".repeat(1_000).slice(0, 4_096);
  const bytes = Buffer.byteLength(part);
  const count = Math.floor(2 ** 20 / bytes);
  for (let n = 0; n < count; n += 1) viewer.send(piece(part, true));
  viewer.send(piece("x".repeat(2 ** 20 - count * bytes)));
  const text = await until(clipboard, (copied) => copied !== "");
  expect(Buffer.byteLength(text)).toBe(2 ** 20);
  expect(text.startsWith(part.repeat(count))).toBe(true);
});

test("a viewer that sends a larger clipboard is closed with the limit, and the clipboard is unchanged", async () => {
  const before = await clipboard();
  const viewer = await connectViewer();
  const closed = once(viewer, "close");
  for (let n = 0; n < 1_000 && viewer.readyState === WebSocket.OPEN; n += 1)
    viewer.send(piece("x".repeat(8_192), true));
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([4400, "the text for the clipboard is too large; at most 1048576 bytes"]);
  expect(await clipboard()).toBe(before);
});

test("a message above 64 KiB ends its viewer", async () => {
  const viewer = await connectViewer();
  const closed = once(viewer, "close");
  viewer.send(piece("x".repeat(64 * 2 ** 10)));
  expect((await closed)[0]).toBe(1009);
});

test("input that arrives faster than the session handles it is not read in the meantime, and none is lost", async () => {
  const viewer = await connectViewer();
  for (let n = 0; n < 2_000; n += 1)
    viewer.send(JSON.stringify({ type: "move", x: n % 2, y: 0, pad: "x".repeat(2_000) }));
  viewer.send(piece("after all"));
  await until(clipboard, (copied) => copied === "after all");
});
