import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { untilAborted } from "../../../core/abort.ts";
import { CliError, type Found } from "../../../core/errors.ts";
import { isLoopback, socketHost } from "../../../core/hosts.ts";
import type { AgentServers } from "./agent-server.ts";
import { MAX_HTTP_CLIENTS, MAX_MESSAGE_BYTES } from "./limits.ts";
import type { Mcp } from "./runner.ts";

/** Address that an HTTP server listens on. */
interface HttpPlace {
  /** Host as sockets take it. */
  readonly host: string;
  readonly port: number;
}

/** The address of `[HOST:]PORT`: a loopback address of this machine. */
export function httpPlace(text: string): Found<HttpPlace> {
  const whole = /^\d+$/.test(text) ? `127.0.0.1:${text}` : text;
  const url = /^[^\s/?#@]+:\d{1,5}$/.test(whole) ? URL.parse(`http://${whole}`) : null;
  const place = { host: url ? socketHost(url) : "", port: Number(/\d+$/.exec(whole)?.[0] ?? 0) };
  if (!url) return { value: place, problems: [{ path: "--http", message: `must be [HOST:]PORT, not "${text}"` }] };
  if (isLoopback(url)) return { value: place, problems: [] };
  const message = `must be a loopback address, such as 127.0.0.1:${place.port}; to serve others, put a proxy before it`;
  return { value: place, problems: [{ path: "--http", message }] };
}

const PATH = "/mcp";

/** Serves clients over HTTP until the command ends. Each client has a server of its own. */
export async function serveHttp(
  servers: AgentServers,
  { host, port, token }: HttpPlace & { readonly token: string | undefined },
  { io, maskInCi, signal }: Pick<Mcp, "io" | "maskInCi" | "signal">,
): Promise<void> {
  const secret = token ?? randomBytes(24).toString("base64url");
  const clients = new Clients(servers);
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, secret);
    if (refusal) return void refuse(response, ...refusal);
    clients.handle(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "the request failed");
    });
  });
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    const message = isTaken
      ? `port ${port} is in use`
      : `cannot listen on ${host}:${port}: ${(error as Error).message}`;
    throw new CliError("failed", message, { code: isTaken ? "port_taken" : undefined, cause: error });
  }
  try {
    const address = server.address() as AddressInfo;
    const shownHost = host.includes(":") ? `[${host}]` : host;
    io.report(`MCP server: http://${shownHost}:${address.port}${PATH}`);
    if (token === undefined) {
      maskInCi(secret);
      io.report(`Authorization: Bearer ${secret}`);
    }
    await untilAborted(new Promise<never>(() => {}), signal).catch(() => {});
  } finally {
    await clients.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Status and reason of a request that is refused; undefined for others. */
function refusalOf(
  { headers, url = "" }: IncomingMessage,
  secret: string,
): [status: number, reason: string] | undefined {
  // A page of the web can reach this port under a name of its own.
  if (!isOwn(`http://${headers.host ?? ""}`)) return [403, "the Host is not this machine"];
  if (headers.origin !== undefined && !isOwn(headers.origin)) return [403, "the Origin is not this machine"];
  if (url.split("?", 1)[0] !== PATH) return [404, `the server is at ${PATH}`];
  const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return isSame(given, secret) ? undefined : [401, "the token is missing or wrong"];
}

function isOwn(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "http:" && isLoopback(url);
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [given, secret].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } });
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { "content-type": "application/json", ...challenge }).end(body);
}

/** Connected clients by the session id of the protocol, the longest silent first. */
class Clients {
  readonly #servers: AgentServers;
  readonly #transports = new Map<string, StreamableHTTPServerTransport>();

  constructor(servers: AgentServers) {
    this.#servers = servers;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers["mcp-session-id"];
    if (id === undefined) return (await this.#newClient()).handleRequest(request, response);
    const transport = typeof id === "string" ? this.#transports.get(id) : undefined;
    if (!transport) return refuse(response, 404, "there is no such session; initialize a new one");
    this.#transports.delete(String(id));
    this.#transports.set(String(id), transport);
    await transport.handleRequest(request, response);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }

  /** Transport for a request without a session id; it stays only when the request initializes one. */
  async #newClient(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: MAX_MESSAGE_BYTES,
      onsessioninitialized: (id) => {
        this.#transports.set(id, transport);
        this.#makeRoom();
      },
    });
    const server = this.#servers.server();
    server.onclose = () => {
      const id = transport.sessionId;
      if (id !== undefined) this.#transports.delete(id);
    };
    // Its type has members that may be undefined where that of the interface has none.
    await server.connect(transport as Transport);
    return transport;
  }

  #makeRoom(): void {
    const [oldest] = this.#transports;
    if (this.#transports.size <= MAX_HTTP_CLIENTS || !oldest) return;
    this.#transports.delete(oldest[0]);
    void oldest[1].close();
  }
}
