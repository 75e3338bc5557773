import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RawRequest } from "../../src/client/request.ts";
import { tracer } from "../../src/client/trace.ts";
import { ChangedError, Download } from "../../src/client/transfer.ts";
import { CliError } from "../../src/core/errors.ts";
import { type FileServer, type FileStep, fileServer } from "../support/servers/file-server.ts";
import { apiClient } from "../support/service/api-client.ts";
import { heldTimers } from "../support/service/held-timers.ts";
import { until } from "../support/until.ts";

const data = randomBytes(300_000);
const half = 150_000;

interface Fetched {
  bytes: Buffer;
  sha256: string;
  notes: string[];
  lines: string[];
  server: FileServer;
}

async function begin(
  server: FileServer,
  options: { idleMs?: number; signal?: AbortSignal; notes?: string[]; lines?: string[] } = {},
): Promise<Download> {
  const signal = options.signal ?? new AbortController().signal;
  const client = apiClient(server, { signal, trace: tracer((line) => options.lines?.push(line), false) });
  const request: RawRequest = {
    method: "GET",
    url: new URL(`${server.url}/file`),
    accept: "*/*",
    body: undefined,
    contentType: undefined,
    attempt: { idempotent: true, unsafe: false },
    operation: undefined,
  };
  const note = (text: string): void => void options.notes?.push(text);
  return Download.begin(client, request, {
    signal,
    note,
    ...(options.idleMs !== undefined && { idleMs: options.idleMs }),
  });
}

/** Downloads to the end; with `idleMs`, time passes for the first connection alone, once it is silent after half of the file. */
async function fetched(steps: FileStep[], idleMs?: number): Promise<Fetched> {
  const timers = idleMs === undefined ? undefined : heldTimers();
  const server = await fileServer(data, ...steps);
  const notes: string[] = [];
  const lines: string[] = [];
  const download = await begin(server, { notes, lines, ...(idleMs !== undefined && { idleMs }) });
  const chunks: Uint8Array[] = [];
  let passed: Promise<void> | undefined;
  for await (const chunk of download.bytes()) {
    chunks.push(chunk);
    if (download.received === half) passed ??= timers?.pass(idleMs ?? 0);
  }
  await passed;
  return { bytes: Buffer.concat(chunks), sha256: download.sha256(), notes, lines, server };
}

/** How a download fails. */
async function failed(steps: FileStep[]): Promise<unknown> {
  return fetched(steps).then(
    () => "it did not fail",
    (error: unknown) => error,
  );
}

describe("Download", () => {
  test("a download counts and hashes received bytes, and notes a lost connection and its retry", async () => {
    const { bytes, sha256, notes, lines, server } = await fetched([{ cutAfter: half }, {}]);
    expect(bytes.equals(data)).toBe(true);
    expect(sha256).toBe(createHash("sha256").update(data).digest("hex"));
    expect(notes).toEqual([
      expect.stringMatching(/^note: the connection was lost after \d+ bytes; resuming in [01] s$/),
    ]);
    const requests = lines.filter((line) => line.startsWith("> GET"));
    expect(requests).toHaveLength(2);
    expect(lines).toContain("> accept-encoding: identity");
    expect(lines.filter((line) => line.startsWith("> range:"))).toEqual([`> range: ${server.ranges[1]}`]);
    expect(lines).toContain('> if-range: "one"');
  });

  test("a silent connection of a download is replaced", async () => {
    const { bytes, notes, server } = await fetched([{ stallAfter: half }, {}], 200);
    expect(bytes.equals(data)).toBe(true);
    expect(server.ranges).toEqual([undefined, `bytes=${half}-`]);
    expect(notes).toEqual([expect.stringContaining(`no data received for 0.2 s after ${half} bytes`)]);
  });

  test("a slow reader of a download does not count as silence", async () => {
    const timers = heldTimers();
    const server = await fileServer(data);
    const download = await begin(server, { idleMs: 1_000 });
    let length = 0;
    for await (const chunk of download.bytes()) {
      if (length === 0) await timers.pass(1_200);
      length += chunk.length;
    }
    expect([length, server.ranges]).toEqual([data.length, [undefined]]);
  });

  test("a download ends with the command, in the middle of a wait too", async () => {
    const server = await fileServer(data, { cutAfter: half }, { cutAfter: 0 });
    const controller = new AbortController();
    const notes: string[] = [];
    const download = await begin(server, { signal: controller.signal, notes });
    const reason = new CliError("timeout", "over");
    const all = (async () => {
      for await (const _ of download.bytes()) if (notes.length > 0) break;
    })();
    const aborted = expect(all).rejects.toBe(reason);
    await until(() => notes.length > 0, { what: () => "the connection to break" });
    controller.abort(reason);
    await aborted;
  });
});

describe("what a part is asked for by", () => {
  const modified = "Fri, 02 Jan 2026 03:04:05 GMT";
  const dated = (age: number): Record<string, string> => ({
    "last-modified": modified,
    date: new Date(Date.parse(modified) + age).toUTCString(),
  });
  test("a download without a tag is resumed by a date that is old enough", async () => {
    const steps = (age: number): FileStep[] => [
      { cutAfter: half, tag: null, headers: dated(age) },
      { headers: dated(age) },
    ];
    const old = await fetched(steps(60_000));
    expect(old.bytes.equals(data)).toBe(true);
    expect(old.server.ranges[1]).toMatch(/^bytes=\d+-$/);
    expect(old.lines).toContain(`> if-range: ${modified}`);
    const young = await fetched(steps(59_000));
    expect(young.bytes.equals(data)).toBe(true);
    expect(young.server.ranges).toEqual([undefined, undefined]);
  });
  test.each<[string, FileStep]>([
    ["a weak tag", { tag: 'W/"1"' }],
    ["no tag and no date", { tag: null }],
    ["no word of ranges", { ranges: false }],
    ["no length", { chunked: true }],
  ])("with %s all of it is asked for, and what has come is passed over", async (_what, step) => {
    const { bytes, server } = await fetched([{ ...step, cutAfter: half }, step]);
    expect(bytes.equals(data)).toBe(true);
    expect(server.ranges).toEqual([undefined, undefined]);
  });
  test.each<[string, Record<string, string>]>([
    ["of another file, by its tag", { etag: '"two"' }],
    ["without its tag", { etag: "" }],
    ["with a weak tag of the same name", { etag: 'W/"one"' }],
    ["of another file, by its date", { "last-modified": "Fri, 02 Jan 2026 03:04:06 GMT" }],
    ["from somewhere else", { "content-range": "bytes 5-299999/300000" }],
    ["that ends early", { "content-range": `bytes ${half}-299998/300000` }],
    ["of a longer file", { "content-range": `bytes ${half}-300000/300001` }],
    ["without a word of where", { "content-range": "" }],
  ])("a part %s is not taken: all of it is asked for", async (_what, headers) => {
    // Cut by waiting, so that it is known how much has come.
    const steps: FileStep[] = [{ stallAfter: half, headers: { "last-modified": modified } }];
    const other = { data: randomBytes(data.length), headers };
    const { bytes, server } = await fetched([...steps, other, { data }], 200);
    expect(bytes.equals(data)).toBe(true);
    expect(server.ranges).toEqual([undefined, `bytes=${half}-`, undefined]);
  });
});

describe("a file that travels compressed although that was not asked for", () => {
  // Random bytes do not compress: a cut of the one is about a cut of the other.
  test.each(["gzip", "br", "zstd", "deflate"] as const)(
    "a compressed file restarts after a cut, and is complete: %s",
    async (compressed) => {
      for (const chunked of [false, true]) {
        const steps: FileStep[] = [
          { compressed, chunked, cutAfter: half },
          { compressed, chunked, cutAfter: half + 1_000 },
          { compressed, chunked },
        ];
        const { bytes, server } = await fetched(steps);
        expect(bytes.equals(data)).toBe(true);
        expect(server.ranges).toEqual([undefined, undefined, undefined]);
      }
    },
  );
  test("a compressed file that is sent uncompressed next time, with another tag, continues", async () => {
    const { bytes } = await fetched([{ compressed: "gzip", tag: '"one-gzip"', cutAfter: half }, { tag: '"one"' }]);
    expect(bytes.equals(data)).toBe(true);
  });
  test("a compressed file that is cut for good is never complete", async () => {
    expect(await failed([{ compressed: "gzip", cutAfter: 0 }])).toMatchObject({ exit: "unreachable" });
  });
  test("a part of the compressed file is not taken for a part of the file", async () => {
    const steps: FileStep[] = [{ cutAfter: half }, { compressed: "gzip" }, {}];
    const { bytes, server } = await fetched(steps);
    expect(bytes.equals(data)).toBe(true);
    expect(server.ranges.map((range) => range !== undefined)).toEqual([false, true, false]);
  });
});

describe("a checksum in the headers", () => {
  const headers = (bytes: Buffer) => ({ "x-content-sha256": createHash("sha256").update(bytes).digest("hex") });
  test("a matching checksum is accepted, over a cut too", async () => {
    const { bytes } = await fetched([{ cutAfter: half, headers: headers(data) }, {}]);
    expect(bytes.equals(data)).toBe(true);
  });
  test("a checksum that does not match is an error", async () => {
    expect(await failed([{ headers: headers(Buffer.from("other")) }])).toMatchObject({
      exit: "failed",
      options: { code: "bad_answer" },
      message: expect.stringContaining("but the service announced"),
    });
  });
});

describe("answers that are not the file", () => {
  test.each([204, 206, 203])("status %d at the start of a download is an error", async (status) => {
    expect(await failed([{ status }])).toMatchObject({
      exit: "failed",
      options: { code: "bad_answer" },
      message: `the service answered ${status} where a file was expected`,
    });
  });
  test.each<[string, FileStep[], object]>([
    ["a refusal when it is asked again", [{ cutAfter: half }, { status: 403 }], { exit: "auth", message: "it is 403" }],
    ["202 when it is asked again", [{ cutAfter: half }, { status: 202 }], { exit: "failed" }],
    [
      "a part nobody asked for",
      [{ cutAfter: half, tag: null }, { status: 206 }],
      { exit: "failed", options: { code: "bad_answer" } },
    ],
    [
      "no range fits, and all of it neither",
      [{ cutAfter: half }, { status: 416 }],
      { exit: "failed", message: "it is 416" },
    ],
    [
      "a part that goes on beyond the end",
      [{ cutAfter: half }, { beyond: Buffer.from("more") }],
      { exit: "failed", message: "the service sent more than the announced 300000 bytes" },
    ],
  ])("%s", async (_what, steps, error) => {
    expect(await failed(steps)).toMatchObject(error);
  });
  test.each<[string, FileStep]>([
    ["with another tag", { tag: '"two"' }],
    ["longer", { data: Buffer.concat([data, data]), tag: null, ranges: false }],
    ["shorter", { data: data.subarray(0, 200_000), tag: null, ranges: false }],
    ["shorter than what has come", { data: data.subarray(0, 10), tag: null, ranges: false }],
    ["with other bytes", { data: randomBytes(300_000), tag: null, ranges: false }],
  ])("another file: %s", async (_what, step) => {
    expect(await failed([{ cutAfter: half, ...(step.tag === null && { tag: null }) }, step])).toBeInstanceOf(
      ChangedError,
    );
  });
  test("another file is accepted while no byte has arrived", async () => {
    const other = randomBytes(1_000);
    const { bytes } = await fetched([{ cutAfter: 0 }, { data: other, tag: '"two"' }]);
    expect(bytes.equals(other)).toBe(true);
  });
});
