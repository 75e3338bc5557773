import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { Client, open, withMux } from "../../support/browser/cdp-client.ts";
import { shareChromium } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

const shared = shareChromium();

const never = { expression: "new Promise(() => {})", awaitPromise: true };

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes in use by objects of this process. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("a command that is never answered holds none of its parameters in memory", async () => {
  const client = await Client.open(await withMux(shared.connection));
  const { session } = await open(client);
  const postLong = async (commands: number) => {
    for (let n = 0; n < commands; n += 1) {
      const long = "x".repeat(8 * 2 ** 20);
      client.post("Runtime.evaluate", { ...never, junk: long, [`${long}${n}`]: 1 }, session);
      await client.evaluate(session, "1");
    }
    return heap();
  };
  // Node keeps some strings of the last commands, more of them on a busy machine.
  const before = await postLong(1);
  await postLong(8);
  await until(heap, (bytes) => bytes - before < 30 * 2 ** 20, { what: "the memory of the commands to be free" });
  expect(client.messages.map(({ error }) => error)).not.toContainEqual(expect.anything());
});

test("10,000 commands may wait for their answers; the next is refused", async () => {
  const client = await Client.open(await withMux(shared.connection));
  const { session } = await open(client);
  for (let n = 0; n < 10_000; n += 1) client.post("Runtime.evaluate", never, session);
  const refused = client.send("Browser.getVersion");
  await expect(refused).rejects.toThrow("at most 10000 commands may wait for an answer");
});
