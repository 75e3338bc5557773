import { createHash, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CdpSession } from "../../../src/service/chromium/cdp.ts";
import { type Chromium, launchChromium } from "../../../src/service/chromium/launch.ts";

const CERTS = join(import.meta.dirname, "certs");

/** A key pair of `test/support/servers/certs`; only `trusted` is trusted by {@link startBrowser}. */
export async function keyPair(name: "trusted" | "unknown" | "expired" | "elsewhere") {
  const [cert, key] = await Promise.all([
    readFile(join(CERTS, `${name}.crt`), "utf8"),
    readFile(join(CERTS, `${name}.key`), "utf8"),
  ]);
  return { cert, key };
}

export interface TestBrowser extends AsyncDisposable {
  chromium: Chromium;
  profile: string;
  stop(): Promise<void>;
}

/** A real Chromium with a profile of its own, which trusts the pair `trusted`. */
export async function startBrowser(extraArgs: string[] = []): Promise<TestBrowser> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-curl-"));
  const { cert } = await keyPair("trusted");
  const spki = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" });
  const pin = createHash("sha256").update(spki).digest("base64");
  const chromium = await launchChromium({
    executable: process.env["BROWSERCTL_TEST_BROWSER"] ?? "/usr/bin/chromium",
    userDataDir: join(directory, "profile"),
    viewport: { width: 1280, height: 720 },
    stealth: false,
    // A Chromium that is killed leaves its socket there.
    env: { ...process.env, TMPDIR: directory },
    extraArgs: [`--ignore-certificate-errors-spki-list=${pin}`, ...extraArgs],
  });
  const stop = async () => {
    await chromium.close();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  return { chromium, profile: join(directory, "profile"), stop, [Symbol.asyncDispose]: stop };
}

export interface Target {
  /** With a final slash. */
  url: string;
  port: number;
  stop(): Promise<void>;
}

/** Listens on a free port of loopback. */
export async function listen(server: net.Server, scheme = "http", host = "127.0.0.1"): Promise<Target> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}/`, port, stop };
}

/** Serves whatever `answer` does with the request; the body has been read. */
export function httpTarget(
  answer: (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer) => void,
  host?: string,
): Promise<Target> {
  return listen(http.createServer(withBody(answer)), "http", host);
}

export function withBody(
  answer: (request: http.IncomingMessage, response: http.ServerResponse, body: Buffer) => void,
): http.RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, Buffer.concat(chunks)));
  };
}

/** Speaks raw bytes: `answer` gets the path of the first request and the connection. */
export function rawTarget(answer: (path: string, socket: net.Socket) => void): Promise<Target> {
  const server = net.createServer((socket) => {
    socket.once("data", (data) => answer(data.toString("latin1").split(/[ ?]/)[1] ?? "", socket));
  });
  return listen(server);
}

/** A page of the browser, as a user has it. */
export async function openPage(chromium: Chromium, url: string): Promise<CdpSession> {
  const { connection } = chromium;
  const { targetId } = await connection.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  const page = connection.session(sessionId);
  await page.send("Page.enable");
  const loaded = new Promise<void>((resolve) => page.on("Page.loadEventFired", () => resolve()));
  const { errorText } = await page.send("Page.navigate", { url });
  if (errorText === undefined) await loaded;
  return page;
}

/** The value of an expression in a page, a promise awaited. */
export async function evaluate(page: CdpSession, expression: string): Promise<unknown> {
  const answer = await page.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? "page threw");
  return answer.result.value;
}
