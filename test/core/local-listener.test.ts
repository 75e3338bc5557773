import { createServer } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { PROOF_HEADER } from "../../src/core/listener-proof.ts";
import { LocalCredentials } from "../../src/core/local-listener.ts";
import { onLoopback } from "../support/servers/loopback.ts";
import { answeredProof } from "../support/service/written-state.ts";

const secret = "secret-of-this-run";
const credentials = new LocalCredentials({ secret, token: "tok-secret" });

/** A listener that holds a secret, as the service does. */
const service = async (held: string) =>
  (await onLoopback(createServer((request, response) => void answeredProof(request, response, held)))).port;

/** A listener that answers the first bytes of each connection; `received` has all that it was sent. */
async function listener(answer: (socket: Socket) => void): Promise<{ port: number; received: () => string }> {
  let received = "";
  const server = createTcpServer((socket) => {
    socket.once("data", () => answer(socket));
    socket.on("data", (chunk) => {
      received += String(chunk);
    });
  });
  return { port: (await onLoopback(server)).port, received: () => received };
}

test("the token is given with a connection whose other end holds the secret, and shown by nothing else", async () => {
  const { socket, token } = await credentials.connect(await service(secret));
  expect(token).toBe("tok-secret");
  socket.destroy();
  expect(JSON.stringify(credentials) + Object.values(credentials).join()).not.toMatch(/secret/);
});

test("a proof with another secret is refused", async () => {
  await expect(credentials.connect(await service("secret-of-another-run"))).rejects.toThrow(
    expect.objectContaining({ code: "FOREIGN_LISTENER" }),
  );
});

test("a program that forwards the challenge to the real service on another port is recognised", async () => {
  const real = await service(secret);
  const relay = createTcpServer((socket) => {
    const onward = connect(real, "127.0.0.1");
    socket.pipe(onward).pipe(socket);
    socket.on("close", () => onward.destroy());
    onward.on("error", () => {});
  });
  const { port } = await onLoopback(relay);
  await expect(credentials.connect(port)).rejects.toThrow(expect.objectContaining({ code: "FOREIGN_LISTENER" }));
});

const noContent = `HTTP/1.1 204 No Content\r\n${PROOF_HEADER}: ${"0".repeat(64)}\r\n\r\n`;
test.each([
  ["a made-up proof", noContent],
  ["an answer with a body", `${noContent}HTTP/1.1 200 OK\r\n\r\n`],
  ["another status", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"],
  ["no HTTP", "hello\r\n\r\n"],
  ["an answer without an end", "x".repeat(5_000)],
])("%s is not a proof, and only the challenge is sent", async (_, answer) => {
  const { port, received } = await listener((socket) => socket.write(answer));
  await expect(credentials.connect(port)).rejects.toThrow(expect.objectContaining({ code: "FOREIGN_LISTENER" }));
  expect(received()).toMatch(
    /^GET \/_local\/proof HTTP\/1\.1\r\nhost: [\d.:]+\r\nx-browserctl-nonce: [\w-]{43}\r\n\r\n$/,
  );
});

test("a listener that closes, is silent or does not exist fails with its own error", async () => {
  const closes = await listener((socket) => socket.destroy());
  await expect(credentials.connect(closes.port)).rejects.toThrow();
  const silent = await listener(() => {});
  await expect(credentials.connect(silent.port, { timeoutMs: 20 })).rejects.toThrow(
    expect.objectContaining({ code: "CONNECT_TIMEOUT" }),
  );
  const controller = new AbortController();
  const call = credentials.connect(silent.port, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
});
