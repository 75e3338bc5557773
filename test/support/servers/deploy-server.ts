import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readZip } from "../../../src/archive/read-zip.ts";
import { onLoopback } from "./loopback.ts";

/** A form as it arrived: its texts in their order, its file unpacked. */
export interface SentApp {
  texts: [name: string, value: string][];
  filename: string;
  /** Files of the archive by their paths; folders are not listed. */
  files: Record<string, string>;
  modes: Record<string, number | undefined>;
  /** Bytes of the archive. */
  bytes: number;
  sha256: string;
  contentLength: number;
}

export interface DeployPlan {
  /** Status and body of the upload's answer; 201 and a queued deployment by default. */
  answer?: { status: number; json?: unknown };
  /** The bodies of the connections to its events, in order; the last one stands for all that follow. */
  streams?: readonly (readonly object[])[];
  /** The answer of the stream instead. */
  streamStatus?: number;
  /** The connections to its events stay open when everything is sent, until the test has finished. */
  open?: boolean;
  /** Answer of `GET /deployments/d1`; a running deployment when omitted. */
  record?: object;
}

export interface DeployServer {
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  sent: SentApp[];
  /** `GET /deployments/d1/events`, as they came. */
  requests: string[];
}

/** A deployment as a service answers it. */
export function deployment(status: string, more: object = {}): Record<string, unknown> {
  return { id: "d1", status, created_at: "2026-01-02T03:04:05Z", region: "aws.us-east-1a", ...more };
}

/** Events of its stream. */
export const events = {
  log: (message: string, second = 5) => ({ event: "log", timestamp: time(second), message }),
  state: (status: string, more: object = {}, second = 6) => ({
    event: "deployment_state",
    timestamp: time(second),
    deployment: deployment(status, more),
  }),
  summary: (more: object = {}) => ({
    event: "app_version_summary",
    timestamp: time(6),
    id: "v1",
    app_name: "example",
    version: "latest",
    region: "aws.us-east-1a",
    actions: [
      { name: "page-title", input_schema: null, output_schema: null },
      { name: "countdown", input_schema: null, output_schema: null },
    ],
    ...more,
  }),
};

function time(second: number): string {
  return `2026-01-02T03:04:${String(second).padStart(2, "0")}.000Z`;
}

/** A real server that takes an upload of an app, unpacks it, and tells of its deployment `d1` as the plan says. */
export async function deployServer(plan: DeployPlan = {}): Promise<DeployServer> {
  const sent: SentApp[] = [];
  const requests: string[] = [];
  let streamed = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(`${request.method} ${request.url}`);
    const url = new URL(request.url ?? "", "http://localhost");
    if (request.method === "POST" && url.pathname === "/deployments") {
      sent.push(await received(request));
      const { status, json } = plan.answer ?? { status: 201, json: deployment("queued") };
      return answer(response, status, json);
    }
    if (url.pathname === "/deployments/d1") return answer(response, 200, plan.record ?? deployment("running"));
    if (url.pathname !== "/deployments/d1/events") {
      return answer(response, 404, { code: "not_found", message: "there is no such thing" });
    }
    if (plan.streamStatus !== undefined)
      return answer(response, plan.streamStatus, { code: "x", message: "no stream" });
    const bodies = plan.streams ?? [[events.summary(), events.state("running")]];
    const body = bodies[Math.min(streamed, bodies.length - 1)] ?? [];
    streamed += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of body) response.write(`data: ${JSON.stringify(event)}\n\n`);
    if (!plan.open) response.end();
  };
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  const { env } = await onLoopback(server);
  return { env, sent, requests };
}

function answer(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(json === undefined ? "" : JSON.stringify(json));
}

async function received(request: IncomingMessage): Promise<SentApp> {
  const form = await new Response(request as unknown as ReadableStream, {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();
  const file = form.get("file") as File;
  const zip = Buffer.from(await file.arrayBuffer());
  const app: SentApp = {
    texts: [...form].filter((part): part is [string, string] => typeof part[1] === "string"),
    filename: file.name,
    files: {},
    modes: {},
    bytes: zip.length,
    sha256: createHash("sha256").update(zip).digest("hex"),
    contentLength: Number(request.headers["content-length"]),
  };
  const directory = await mkdtemp(join(tmpdir(), "browserctl-sent-"));
  try {
    const path = join(directory, "app.zip");
    await writeFile(path, zip);
    for await (const entry of readZip(path)) {
      if (entry.isDir) continue;
      app.files[entry.name] = await text(entry.open());
      app.modes[entry.name] = entry.mode;
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return app;
}
