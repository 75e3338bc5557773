import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { CdpConnection, CdpError } from "../../../src/service/chromium/cdp.ts";

/** Connection to a browser that answers what the test writes. */
function connection(limits: { bytes?: number; values?: number }): {
  cdp: CdpConnection;
  answer: (text: string) => void;
} {
  const input = new PassThrough();
  const cdp = new CdpConnection(new PassThrough(), input, limits);
  return { cdp, answer: (text) => void input.write(text) };
}

test("an answer that is too large fails its command alone, whatever pieces it comes in", async () => {
  const { answer, cdp } = connection({ bytes: 1_000 });
  const large = cdp.send("Browser.getVersion");
  const small = cdp.send("Browser.getVersion");
  const text = JSON.stringify({ id: 1, result: { product: "x".repeat(5_000) } });
  for (let at = 0; at < text.length; at += 700) answer(text.slice(at, at + 700));
  answer(`\0${JSON.stringify({ id: 2, result: { product: "small" } })}\0`);
  await expect(large).rejects.toThrow(CdpError);
  await expect(large).rejects.toThrow("the answer of the browser is too large");
  expect(await small).toEqual({ product: "small" });
});

test("an event that is too large is left out, and the next message arrives", async () => {
  const { answer, cdp } = connection({ bytes: 1_000 });
  const seen: unknown[] = [];
  cdp.on("Page.frameStoppedLoading", ({ frameId }) => seen.push(frameId));
  const event = (frameId: string): string =>
    `${JSON.stringify({ method: "Page.frameStoppedLoading", params: { frameId } })}\0`;
  answer(event("y".repeat(4_000)) + event("next"));
  const done = cdp.send("Browser.getVersion");
  answer(`${JSON.stringify({ id: 1, result: {} })}\0`);
  await done;
  expect(seen).toEqual(["next"]);
});

test("an answer of too many values fails its command alone", async () => {
  const { answer, cdp } = connection({ values: 1_000 });
  const many = cdp.send("Browser.getVersion");
  const long = cdp.send("Browser.getVersion");
  answer(`${JSON.stringify({ id: 1, result: { product: Array(1_000).fill({}) } })}\0`);
  answer(`${JSON.stringify({ id: 2, result: { product: "{},".repeat(1_000) } })}\0`);
  await expect(many).rejects.toThrow("the answer of the browser is too large");
  expect(await long).toEqual({ product: "{},".repeat(1_000) });
});
