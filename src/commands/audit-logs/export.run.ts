import { createHash } from "node:crypto";
import type { BodyOf, Check, Run } from "../../cli/declare/body.ts";
import { readBytes } from "../../client/call.ts";
import type { ApiResponse } from "../../client/request.ts";
import { CliError } from "../../core/errors.ts";
import { wholeBytes } from "../../core/whole-bytes.ts";
import type { AuditLogsExportChunkQuery } from "../../generated/types.ts";
import { count } from "../../render/sentence.ts";
import type { auditLogsExport } from "./export.ts";
import { interval, intervalProblems } from "./lib/interval.ts";

type Export = BodyOf<typeof auditLogsExport>;

/** Maximum size of a chunk, in bytes: 50,000 lines of 5 KiB (contract 2.26). */
const MAX_CHUNK_BYTES = 256 * 2 ** 20;

/** Requests of a chunk that arrives damaged. */
const ATTEMPTS = 3;

export const check: Check<typeof auditLogsExport> = ({ now, request }) => intervalProblems(request.query, now());

/** Saves the entries chunk by chunk. Compressed chunks one after another are one compressed file. */
export const run: Run<typeof auditLogsExport> = async (body) => {
  const { bytes, flags, now, request } = body;
  const { format = "jsonl.gz" } = request.query;
  const { force, out = `audit-log.${format}` } = flags;
  const query = { ...request.query, ...interval(request.query, now()) };
  const first = await chunk(body, query);
  return bytes(chunks(body, query, first), { binary: format === "jsonl.gz", out, force });
};

/** A part of the export, with the headers that lead to the next one. */
interface Chunk {
  readonly bytes: Uint8Array;
  readonly headers: ApiResponse["headers"];
}

async function* chunks(body: Export, query: AuditLogsExportChunkQuery, first: Chunk): AsyncGenerator<Uint8Array> {
  let entries = 0;
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let { bytes, headers } = first; ; { bytes, headers } = await chunk(body, { ...query, cursor })) {
    entries += Number(headers.get("x-row-count"));
    yield bytes;
    const next = headers.get("x-next-cursor");
    if (headers.get("x-has-more") !== "true") break;
    if (next === null || cursors.has(next))
      throw damaged("the service announced another chunk without a new X-Next-Cursor");
    cursors.add(next);
    cursor = next;
  }
  body.note(`${count(entries, "request")} from ${query.start} to ${query.end}`);
}

/** A chunk whose bytes have the announced SHA-256; one that has not is requested again. */
async function chunk({ response, signal }: Export, query: AuditLogsExportChunkQuery): Promise<Chunk> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await response("auditLogs.exportChunk", { query });
    const bytes = await wholeBytes(readBytes(answer), MAX_CHUNK_BYTES, () =>
      damaged(`a chunk has more than ${MAX_CHUNK_BYTES} bytes`),
    );
    const announced = answer.headers.get("x-content-sha256");
    if (announced === null || announced === createHash("sha256").update(bytes).digest("hex"))
      return { bytes, headers: answer.headers };
    signal.throwIfAborted();
    if (attempt === ATTEMPTS) throw damaged("a chunk arrived damaged: its SHA-256 is not the announced one");
  }
}

function damaged(message: string): CliError {
  return new CliError("failed", message, { code: "bad_answer" });
}
