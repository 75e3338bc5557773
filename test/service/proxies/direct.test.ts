import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Direct } from "../../../src/service/proxies/direct.ts";

/** Longer than Node itself waits for each address of a host. */
const BUSY_MS = 600;

test("a host with two addresses is reached while the process is busy", async () => {
  const server = createServer((socket) => socket.end());
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  setImmediate(() => {
    const end = performance.now() + BUSY_MS;
    while (performance.now() < end);
  });
  const direct = new Direct({ publicOnly: false });
  const socket = await direct.tunnel(`shop.localhost:${port}`, new AbortController().signal);
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
});
