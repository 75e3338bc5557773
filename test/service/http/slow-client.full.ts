import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startService, type TestService } from "../../support/service/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
});

test("connections that only trickle are ended, and others are served meanwhile", async () => {
  const sockets = Array.from({ length: 200 }, () => connect(service.port, "127.0.0.1"));
  const answers = sockets.map(async (socket) => {
    let text = "";
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", () => {});
    socket.write("GET /browsers HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ");
    const timer = setInterval(() => socket.write("a"), 1_000);
    await once(socket, "close");
    clearInterval(timer);
    return text;
  });
  expect((await service.api("GET", "/browsers")).status).toBe(200);
  for (const text of await Promise.all(answers)) {
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"code":"request_timeout"');
  }
});
