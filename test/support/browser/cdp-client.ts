import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { BrowserConnection } from "../../../src/service/chromium/browser-connection.ts";
import type { CdpMessage } from "../../../src/service/chromium/cdp.ts";
import { attachCdpClient, type CdpClientOptions } from "../../../src/service/chromium/mux.ts";
import { until } from "../until.ts";

/** A WebSocket server that gives each connection to the mux. */
export async function withMux(connection: BrowserConnection, options: CdpClientOptions = {}): Promise<string> {
  const http = createServer();
  const server = new WebSocketServer({ server: http, maxPayload: 256 * 2 ** 20 });
  server.on("connection", (socket) => attachCdpClient(connection, socket, options));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    http.closeAllConnections();
    http.close();
  });
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}/cdp`;
}

interface EvaluateAnswer {
  result: { value?: unknown };
  exceptionDetails?: { exception?: { description?: string } };
}

/** A plain CDP client: sends and collects. */
export class Client {
  readonly socket: WebSocket;
  readonly messages: CdpMessage[] = [];
  readonly closed: Promise<[number, string]>;
  #id = 0;
  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on("message", (data) => this.messages.push(JSON.parse(data.toString()) as CdpMessage));
    this.closed = new Promise((resolve) =>
      this.socket.on("close", (code, reason) => resolve([code, reason.toString()])),
    );
    onTestFinished(() => this.socket.terminate());
  }
  static async open(url: string): Promise<Client> {
    const client = new Client(url);
    await once(client.socket, "open");
    return client;
  }
  /** Sends a command and gives its result; rejects with the message of an error answer. */
  async send<T>(method: string, params?: unknown, sessionId?: string): Promise<T> {
    const answer = await this.answer(this.post(method, params, sessionId), method);
    if (answer.error) throw new Error(answer.error.message);
    return answer.result as T;
  }
  /** Sends a command and gives its id. */
  post(method: string, params?: unknown, sessionId?: string): number {
    const id = ++this.#id;
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return id;
  }
  /** The answer to a command, an error answer included. */
  answer(id: number, what = "an answer"): Promise<CdpMessage> {
    return until(() => this.messages.find((message) => message.id === id), { what: what });
  }
  /** Evaluates an expression in a session; rejects with the text of its exception. */
  async evaluate<T>(sessionId: string, expression: string, options: object = {}): Promise<T> {
    const params = { expression, returnByValue: true, awaitPromise: true, ...options };
    const answer = await this.send<EvaluateAnswer>("Runtime.evaluate", params, sessionId);
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? "exception");
    return answer.result.value as T;
  }
  async raw(text: string): Promise<CdpMessage> {
    const before = this.messages.length;
    this.socket.send(text);
    return until(() => this.messages[before], { what: "an answer" });
  }
  events(method: string): CdpMessage[] {
    return this.messages.filter((message) => message.method === method);
  }
}

/** Attaches to a target and gives the session. */
export async function attach(client: Client, targetId: string): Promise<string> {
  return (await client.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true })).sessionId;
}

/** Opens a page of its own, loaded when it returns, and gives a session in it. */
export async function open(client: Client, url = "about:blank"): Promise<{ targetId: string; session: string }> {
  const { targetId } = await client.send<{ targetId: string }>("Target.createTarget", { url });
  const session = await attach(client, targetId);
  // A new page is about:blank first, and a question that meets its change is refused.
  const loaded = `document.readyState === "complete" && location.href !== "about:blank"`;
  const isLoaded = () => client.evaluate<boolean>(session, loaded).catch(() => false);
  if (url !== "about:blank") await until(isLoaded, { what: `the page ${url}` });
  return { targetId, session };
}
