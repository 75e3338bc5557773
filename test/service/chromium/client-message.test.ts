import { describe, expect, test } from "vitest";
import { readClientMessage } from "../../../src/service/chromium/client-message.ts";
import { Client, withMux } from "../../support/browser/cdp-client.ts";
import { shareChromium } from "../../support/browser/chromium.ts";

const command = (params: string) => `{"id":1,"method":"Browser.getVersion","params":${params}}`;
const nested = (depth: number) => command(`{"x":${"[".repeat(depth)}${"]".repeat(depth)}}`);
/** Levels around the arrays of {@link nested}: the message, its params. */
const AROUND = 2;

const shared = shareChromium();

describe("readClientMessage", () => {
  test("a command of 301 levels is accepted, and a deeper one is answered as by Chromium", () => {
    expect(readClientMessage(nested(301 - AROUND))).toMatchObject({ command: { id: 1 } });
    expect(readClientMessage(nested(302 - AROUND))).toEqual({
      error: { code: -32700, message: "JSON: stack limit exceeded (301 levels)" },
    });
  });

  test("brackets, quotes and commas in strings do not count as structure", () => {
    const text = `${"[{,".repeat(20_000)}\\"\\\\`;
    const params = `{${JSON.stringify(`"\\${"[".repeat(20_000)}`)}:"${text}","end":"\\\\"}`;
    expect(readClientMessage(command(params))).toMatchObject({ command: { params: { end: "\\" } } });
  });

  test.each([
    ["67 million open brackets", "[".repeat(2 ** 26), 1008, "a message may be nested at most 301 levels deep"],
    ["10,001 objects in each other", '{"a":'.repeat(10_001), 1008, "a message may be nested at most 301 levels deep"],
    ["9 million values", command(`[${"0,".repeat(9e6)}0]`), 1008, "a message may hold at most 8 million values"],
    ["97 MiB", command(JSON.stringify("x".repeat(97 * 2 ** 20))), 1009, "a message may have at most 96 MiB"],
    ["97 MiB of bytes in fewer characters", "é".repeat(49 * 2 ** 20), 1009, "a message may have at most 96 MiB"],
  ])("a text of %s ends the client", (_name, text, code, reason) => {
    expect(readClientMessage(text)).toEqual({ error: { code: -32600, message: reason }, close: { code, reason } });
  });
});

describe("a client with absurd texts", () => {
  test("a client with absurd texts is closed with the reason; other clients and the browser continue", async () => {
    const { connection } = shared;
    const url = await withMux(connection);
    const [bad, big, good] = await Promise.all([Client.open(url), Client.open(url), Client.open(url)]);
    expect(await bad.raw(nested(5_000))).toMatchObject({ error: { code: -32700 } });
    expect(await bad.send("Browser.getVersion")).toMatchObject({ protocolVersion: "1.3" });
    expect(await bad.raw(nested(100_000))).toMatchObject({ error: { code: -32600 } });
    expect(await bad.closed).toEqual([1008, "a message may be nested at most 301 levels deep"]);
    big.socket.send(command(JSON.stringify("x".repeat(101 * 2 ** 20))));
    expect(await big.closed).toEqual([1009, "a message may have at most 96 MiB"]);
    expect(await good.send("Browser.getVersion")).toMatchObject({ protocolVersion: "1.3" });
    expect(connection.pendingCount).toBe(0);
  });

  test("a text of 60 MiB is not absurd", async () => {
    const { connection } = shared;
    const client = await Client.open(await withMux(connection));
    expect(await client.send("Browser.getVersion", { x: "x".repeat(60 * 2 ** 20) })).toMatchObject({
      protocolVersion: "1.3",
    });
  });
});
