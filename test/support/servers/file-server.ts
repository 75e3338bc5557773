import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { onLoopback } from "./loopback.ts";

/** How one request for the file is answered; the last one stands for all that follow. */
export interface FileStep {
  /** Bytes of the body after which the connection is cut. */
  cutAfter?: number;
  /** Answers with this status and the API's error body. */
  status?: number;
  /** The file from now on; the tag too unless it is kept. */
  data?: Buffer;
  tag?: string | null;
  /** Takes no ranges: a request for one gets the whole file. `announce` says all the same that it does. */
  ranges?: boolean;
  announce?: boolean;
  /** Headers that say something else than the truth; empty ones are not sent. */
  headers?: Record<string, string>;
  /** Bytes after the end of the file. */
  beyond?: Buffer;
  /** No length is told. */
  chunked?: boolean;
  /** The file travels compressed, although that was not asked for; cuts count its compressed bytes. */
  compressed?: "gzip" | "br" | "zstd" | "deflate";
  /** Holds back the rest after so many bytes, until {@link FileServer.release}. */
  stallAfter?: number;
}

export interface FileServer {
  url: string;
  env: { BROWSERCTL_BASE_URL: string; BROWSERCTL_TOKEN: string };
  /** The `Range` headers of the requests, undefined where there was none. */
  ranges: (string | undefined)[];
  release(): void;
}

/** A real server of one file under every path, which fails as its steps say. */
export async function fileServer(data: Buffer, ...steps: FileStep[]): Promise<FileServer> {
  const ranges: (string | undefined)[] = [];
  const released = Promise.withResolvers<void>();
  let current = data;
  let tag: string | null = '"one"';
  const server = createServer(async (request, response) => {
    const step = steps[Math.min(ranges.length, steps.length - 1)] ?? {};
    ranges.push(request.headers.range);
    current = step.data ?? current;
    tag = step.tag === undefined ? tag : step.tag;
    await answer(request, response, current, tag, step, released.promise);
  });
  const { url, env } = await onLoopback(server, { finish: () => released.resolve() });
  return { url, env, ranges, release: () => released.resolve() };
}

const packers = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync, deflate: deflateSync };

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  data: Buffer,
  tag: string | null,
  step: FileStep,
  released: Promise<void>,
): Promise<void> {
  if (step.status !== undefined) {
    response.writeHead(step.status, { "content-type": "application/json", ...step.headers });
    response.end(JSON.stringify({ code: `code_${step.status}`, message: `it is ${step.status}` }));
    return;
  }
  const takesRanges = step.ranges !== false;
  if (takesRanges || step.announce) response.setHeader("accept-ranges", "bytes");
  if (tag !== null) response.setHeader("etag", tag);
  const zip = request.url?.includes("/download_dir_zip?") === true;
  response.setHeader("content-type", zip ? "application/zip" : "application/octet-stream");
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  const ifRange = request.headers["if-range"];
  const fits = ifRange === undefined || ifRange === tag || ifRange === step.headers?.["last-modified"];
  const partial = takesRanges && start > 0 && fits;
  const sent = step.compressed ? packers[step.compressed](data) : data;
  const body = Buffer.concat([partial ? sent.subarray(start) : sent, step.beyond ?? Buffer.alloc(0)]);
  if (step.compressed) response.setHeader("content-encoding", step.compressed);
  if (partial) {
    response.statusCode = 206;
    response.setHeader("content-range", `bytes ${start}-${sent.length - 1}/${sent.length}`);
  }
  if (!step.chunked) response.setHeader("content-length", body.length);
  for (const [name, value] of Object.entries(step.headers ?? {})) {
    if (value === "") response.removeHeader(name);
    else response.setHeader(name, value);
  }
  const part = body.subarray(0, step.cutAfter ?? step.stallAfter ?? body.length);
  if (part.length > 0) await new Promise((resolve) => response.write(part, resolve));
  else response.flushHeaders();
  if (step.stallAfter !== undefined) await released;
  if (step.cutAfter !== undefined) response.socket?.destroy();
  else response.end(step.stallAfter === undefined ? undefined : body.subarray(step.stallAfter));
}
