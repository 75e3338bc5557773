import { createHash } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { answeredProof } from "../service/written-state.ts";
import { until } from "../until.ts";
import { onLoopback } from "./loopback.ts";

/** Secret by which it proves to be the local service of a home. */
export const UPLOAD_SECRET = "upload-secret";

/** How one upload is received; the last one stands for all that follow. */
export interface UploadStep {
  /** 201 when omitted. */
  status?: number;
  /** Answers after so many bytes of the body, says that nothing more follows, and reads no more. */
  answerAfter?: number;
  /** Cuts the connection after so many bytes of the body. */
  cutAfter?: number;
  /** Reads no more after so many bytes of the body, until {@link UploadServer.release}. */
  stallAfter?: number;
  headers?: Record<string, string>;
}

/** A request as it arrived, as far as it did. */
export interface Upload {
  /** `PUT /browsers/s1/fs/write_file?path=%2Fx`. */
  line: string;
  headers: IncomingHttpHeaders;
  /** Bytes of the body. */
  bytes: number;
  /** Of the body, in lower-case hex. */
  sha256: string;
  /** The first 64 KiB of the body. */
  start: string;
  whole: boolean;
}

export interface UploadServer {
  url: string;
  port: number;
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  uploads: Upload[];
  /** Waits until this many bytes of the latest upload have come. */
  received(bytes: number): Promise<void>;
  release(): void;
}

const START = 65_536;

/** A real server that receives whatever is sent to it, in constant memory, and fails as its steps say. */
export async function uploadServer(
  steps: readonly UploadStep[] = [{}],
  tls?: { cert: Buffer; key: Buffer },
): Promise<UploadServer> {
  const uploads: Upload[] = [];
  const released = Promise.withResolvers<void>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (answeredProof(request, response, UPLOAD_SECRET)) return;
    const step = steps[Math.min(uploads.length, steps.length - 1)] ?? {};
    const line = `${request.method} ${request.url}`;
    const upload: Upload = { line, headers: request.headers, bytes: 0, sha256: "", start: "", whole: false };
    uploads.push(upload);
    receive(request, response, step, upload, released.promise).catch(() => {});
  };
  const server = tls ? createTlsServer(tls, handle) : createServer(handle);
  const { url, port, env } = await onLoopback(server, {
    scheme: tls ? "https" : "http",
    finish: () => released.resolve(),
  });
  return {
    url,
    port,
    env,
    uploads,
    received: async (bytes) =>
      void (await until(() => (uploads.at(-1)?.bytes ?? -1) >= bytes, {
        what: () => `${bytes} bytes; ${uploads.at(-1)?.bytes} came`,
      })),
    release: () => released.resolve(),
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  step: UploadStep,
  upload: Upload,
  released: Promise<void>,
): Promise<void> {
  const { status = 201, answerAfter, cutAfter, stallAfter } = step;
  const hash = createHash("sha256");
  const body = status < 400 ? "" : JSON.stringify({ code: `code_${status}`, message: `it is ${status}` });
  let stalled = false;
  const look = async (): Promise<boolean> => {
    if (answerAfter !== undefined && upload.bytes >= answerAfter) {
      const more = Object.entries(step.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `HTTP/1.1 ${status} Early\r\n${more.join("")}Connection: close\r\nContent-Length: ${body.length}`;
      request.socket.end(`${head}\r\nContent-Type: application/json\r\n\r\n${body}`);
      return true;
    }
    if (cutAfter !== undefined && upload.bytes >= cutAfter) {
      request.socket.destroy();
      return true;
    }
    if (stallAfter !== undefined && upload.bytes >= stallAfter && !stalled) {
      stalled = true;
      await released;
    }
    return false;
  };
  if (await look()) return;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    upload.bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
    if (upload.start.length < START) upload.start += (chunk as Buffer).toString("latin1").slice(0, START);
    if (await look()) return;
  }
  upload.whole = true;
  upload.sha256 = hash.digest("hex");
  response.writeHead(status, { ...step.headers, "content-type": "application/json" });
  response.end(body);
}
