import { createHash, randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ApiClient } from "../../../src/client/call.ts";
import type { RawRequest } from "../../../src/client/request.ts";
import { Download } from "../../../src/client/transfer.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { apiClient } from "../../support/service/api-client.ts";
import { createKey, projectId } from "../../support/service/api-keys.ts";
import { cookieSite, ExtensionSessions, extension } from "../../support/service/marker-extension.ts";
import { type Answer, startService, type TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
/** Key of one project. */
let limited: string;
let session: SessionApi;
beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  service = await startService();
  limited = (await createKey(service, { project_id: await projectId(service) })).key;
  session = new SessionApi(service, (await service.create({ timeout_seconds: 3600 })).session_id);
});
afterEach(async () => {
  expect((await service.api("DELETE", "/_local/chaos")).status).toBe(204);
});
afterAll(async () => {
  await service.stop();
});

const set = async (spec: string): Promise<Answer["body"]> => {
  const answer = await service.api("PUT", "/_local/chaos", { json: { spec } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const state = async (): Promise<Answer["body"]> => (await service.api("GET", "/_local/chaos")).body;
const auth = (): Record<string, string> => ({ Authorization: `Bearer ${service.token}` });

/** Bytes of an answer, and whether it ended early. */
async function received(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  try {
    const response = await fetch(service.baseUrl + path, { headers: { ...auth(), ...headers } });
    for await (const chunk of response.body ?? []) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), whole: true };
  } catch {
    return { bytes: Buffer.concat(chunks), whole: false };
  }
}

const client = (): ApiClient => apiClient({ url: service.baseUrl }, { token: service.token, local: true });

const request = (method: string, path: string, body?: string): RawRequest => ({
  method,
  url: new URL(service.baseUrl + path),
  accept: "*/*",
  body,
  contentType: body && "application/json",
  attempt: { idempotent: method === "GET", unsafe: false },
  operation: undefined,
});

const calls = (path: string): number => service.log.filter((line) => line.includes(` ${path} `)).length;

describe("how it is set", () => {
  test("fault injection is reported with its seed, by status and by the log, and ends", async () => {
    expect(await state()).toMatchObject({ spec: null, seed: null });
    expect((await service.api("GET", "/_local/status")).body).not.toHaveProperty("chaos");
    const { spec, seed } = await set("error=0%");
    expect(spec).toBe(`error=0%,seed=${seed}`);
    expect((await service.api("GET", "/_local/status")).body.chaos).toBe(spec);
    expect(service.log.at(-2)).toContain("PUT /_local/chaos 200");
    expect(service.log.some((line) => line.endsWith(`fault injection: ${spec}`))).toBe(true);
    await service.api("DELETE", "/_local/chaos");
    expect(await state()).toMatchObject({ spec: null });
  });

  test("an invalid specification of faults is 400 with every key, and changes nothing", async () => {
    const { spec } = await set("error=0%,seed=1");
    const answer = await service.api("PUT", "/_local/chaos", { json: { spec: "error=5,latency=2m,foo=1" } });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ message }: { message: string }) => message)).toEqual([
      'spec.error: "5" has no percent sign; write 5%',
      'spec.latency: must be a time or a range of times in ms or s, such as 200ms or 50ms-200ms, not "2m"',
      'spec: unknown fault "foo"; known: latency, error, drop-stream, cut-download, extension-live, seed',
    ]);
    expect((await state()).spec).toBe(spec);
  });

  test.each([{}, { spec: "" }, { spec: 1 }, { spec: "error=1%", more: 1 }, { spec: "x".repeat(1_001) }])(
    "the body %j is 400",
    async (json) => {
      expect((await service.api("PUT", "/_local/chaos", { json })).status).toBe(400);
    },
  );

  test("a token of one project sees the faults without the counts of all, and neither sets nor ends them", async () => {
    await set("error=0%,seed=1");
    const as = { anonymous: true, headers: { Authorization: `Bearer ${limited}` } };
    const refused = await service.api("PUT", "/_local/chaos", { json: { spec: "error=100%" }, ...as });
    expect(refused).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect((await service.api("DELETE", "/_local/chaos", as)).status).toBe(403);
    expect((await service.api("GET", "/_local/chaos", as)).body).toEqual({ spec: "error=0%,seed=1", seed: 1 });
  });

  test("a start with faults has them; a restart forgets faults that were set", async () => {
    const first = await startService({ chaos: { error: 1, seed: 9 }, keepDir: true });
    expect((await first.api("GET", "/browsers")).status).toBe(503);
    expect((await first.api("GET", "/_local/status")).body.chaos).toBe("error=100%,seed=9");
    await first.stop();
    const second = await startService({ stateDir: first.stateDir });
    expect((await second.api("GET", "/_local/status")).body).not.toHaveProperty("chaos");
    expect((await second.api("GET", "/browsers")).status).toBe(200);
    await second.stop();
  });
});

describe("error", () => {
  test("an injected error is 503 chaos_error before anything is done, and never for /_local", async () => {
    await set("error=100%,seed=1");
    const answer = await service.api("POST", "/profiles", { json: { name: "never" } });
    expect(answer).toMatchObject({ status: 503, body: { code: "chaos_error" } });
    expect(answer.body.message).toMatch(/fault injection.*nothing was done.*local chaos off/);
    expect((await service.api("POST", "/_local/profiles/import?name=local", { bytes: '{"cookies":[]}' })).status).toBe(
      201,
    );
    await service.api("DELETE", "/_local/chaos");
    const names = (await service.api("GET", "/profiles")).body.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["local"]);
    await service.api("DELETE", "/profiles/local");
  });

  test("a request that is refused anyway is refused as usual", async () => {
    await set("error=100%,seed=1");
    expect((await service.api("POST", "/profiles", { json: { nam: "x" } })).status).toBe(400);
    expect((await service.api("GET", "/browsers", { anonymous: true })).status).toBe(401);
    expect((await state()).struck.error).toBe(0);
  });

  test("the same seed and the same calls fail at the same places", async () => {
    const statuses = async (): Promise<number[]> => {
      await set("error=30%,seed=42");
      const seen: number[] = [];
      for (let n = 0; n < 24; n += 1) seen.push((await service.api("GET", "/auth/context")).status);
      return seen;
    };
    const first = await statuses();
    expect(first.flatMap((status, at) => (status === 503 ? [at + 1] : []))).toEqual([3, 5, 6, 12, 19, 20, 21, 22]);
    expect(await statuses()).toEqual(first);
    expect((await state()).struck.error).toBe(8);
  });

  test("the client repeats a GET but not a POST after an injected error", async () => {
    // The third call is the first that fails.
    await set("error=30%,seed=42");
    for (const status of [200, 200]) expect((await service.api("GET", "/profiles")).status).toBe(status);
    const before = calls("/auth/context");
    expect((await client().send(request("GET", "/auth/context"))).status).toBe(200);
    expect(calls("/auth/context") - before).toBe(2);
    const failed = await client()
      .send(request("POST", "/profiles", JSON.stringify({ name: "once" })))
      .catch((error: { code: string }) => error.code);
    expect(failed).toBe("chaos_error");
    expect((await state()).struck.error).toBe(2);
  });
});

describe("latency", () => {
  test("latency is waited before each call", async () => {
    await set("latency=150ms");
    const started = performance.now();
    expect((await service.api("GET", "/auth/context")).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(148);
    expect((await state()).struck.latency).toBe(1);
  });

  test("the latency of a disconnected client ends; /_local has none", async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    await set("latency=60s");
    const before = timers();
    const gone = new AbortController();
    const waiting = Array.from({ length: 100 }, () => service.api("GET", "/auth/context", { signal: gone.signal }));
    const ended = Promise.allSettled(waiting);
    await until(state, ({ struck }) => struck.latency === 100);
    expect(timers() - before).toBeGreaterThan(90);
    gone.abort();
    await ended;
    await until(timers, (now) => now - before < 50);
    expect(service.log.filter((line) => line.includes("error in"))).toEqual([]);
  });
});

describe("cut-download", () => {
  const bytes = randomBytes(3_000_000);
  const path = (): string => `/browsers/${session.id}/fs/read_file?path=/tmp/big`;
  beforeAll(async () => {
    const url = `/browsers/${session.id}/fs/write_file?path=/tmp/big`;
    expect((await service.api("PUT", url, { bytes })).status).toBe(201);
  });

  test("cut-download cuts at a byte that the seed chooses, and the connection with it", async () => {
    const lengths = async (): Promise<number[]> => {
      await set("cut-download=100%,seed=5");
      const seen: number[] = [];
      for (let n = 0; n < 4; n += 1) {
        const part = await received(path());
        expect(part.whole).toBe(false);
        expect(part.bytes.equals(bytes.subarray(0, part.bytes.length))).toBe(true);
        seen.push(part.bytes.length);
      }
      return seen;
    };
    const first = await lengths();
    expect(new Set(first).size).toBe(4);
    expect(first.every((length) => length > 0 && length < bytes.length)).toBe(true);
    expect(await lengths()).toEqual(first);
  });

  test("the client resumes a cut download and has the whole file", async () => {
    await set("cut-download=50%,seed=4");
    const notes: string[] = [];
    const options = { signal: new AbortController().signal, note: (text: string) => void notes.push(text) };
    const hash = createHash("sha256");
    for (let n = 0; notes.length === 0; n += 1) {
      expect(n).toBeLessThan(8);
      const download = await Download.begin(client(), request("GET", path()), options);
      for await (const chunk of download.bytes()) if (n === 0) hash.update(chunk);
      expect(download.sha256()).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
    expect(notes[0]).toContain("the connection was lost");
  });

  test("cut-download cuts content without a length, of one byte, and of no byte", async () => {
    await service.api("PUT", `/browsers/${session.id}/fs/create_directory`, { json: { path: "/tmp/z" } });
    for (const [name, text] of [
      ["one", "1"],
      ["none", ""],
    ]) {
      const script = `printf %s '${text}' > /tmp/z/${name}`;
      expect((await session.sh(script)).code).toBe(0);
    }
    await set("cut-download=100%,seed=1");
    const zip = await received(`/browsers/${session.id}/fs/download_dir_zip?path=/tmp/z`);
    expect(zip.whole).toBe(false);
    expect(await received(`/browsers/${session.id}/fs/read_file?path=/tmp/z/one`)).toMatchObject({ whole: false });
    // An empty file cannot be cut.
    expect(await received(`/browsers/${session.id}/fs/read_file?path=/tmp/z/none`)).toMatchObject({ whole: true });
  });

  test("an injected fault without chance cuts in the middle", async () => {
    service.faults.inject("cut-download", { times: 1 });
    const part = await received(path());
    expect([part.whole, part.bytes.length]).toEqual([false, bytes.length / 2]);
    expect((await received(path())).whole).toBe(true);
  });
});

describe("drop-stream", () => {
  test("drop-stream cuts an event at a byte that the seed chooses, in its middle, and the connection with it", async () => {
    const process = await session.script("for i in 1 2 3 4 5 6 7 8; do echo line $i; sleep 0.01; done");
    await process.ended();
    const path = `/browsers/${session.id}/process/${process.id}/stdout/stream`;
    const whole = await received(path);
    expect(whole.whole).toBe(true);
    const texts = async (): Promise<string[]> => {
      await set("drop-stream=40%,seed=11");
      const seen: string[] = [];
      for (let n = 0; n < 6; n += 1) {
        const part = await received(path);
        const text = part.bytes.toString();
        expect(whole.bytes.toString().startsWith(text)).toBe(true);
        expect(text.endsWith("\n\n")).toBe(part.whole);
        seen.push(text);
      }
      return seen;
    };
    const first = await texts();
    expect(new Set(first).size).toBeGreaterThan(2);
    expect((await state()).struck.drop_stream).toBeGreaterThan(2);
    expect(await texts()).toEqual(first);
  });

  test("drop-stream reaches an open stream, and the process continues", async () => {
    const process = await session.spawn({ command: "cat" });
    const reader = process.follow();
    await process.write("before\n");
    await until(
      () => reader.text(),
      (text) => text === "before\n",
    );
    await set("drop-stream=100%,seed=1");
    await process.write("after\n");
    await expect(reader.done).rejects.toThrow();
    await service.api("DELETE", "/_local/chaos");
    await process.closeInput();
    const { stdout, exit } = await process.output();
    expect([stdout.toString(), exit]).toEqual(["before\nafter\n", 0]);
  });
});

test("extension-live=fail makes the browser restart, and the extension is there", async () => {
  const { site, url } = await cookieSite();
  const at = new ExtensionSessions(service, url);
  const { id } = session;
  await set("extension-live=fail,seed=1");
  expect((await at.one(id, "marker", extension())).status).toBeLessThan(300);
  expect(service.log.some((line) => line.includes(`${id}: the browser restarts`))).toBe(true);
  expect(await at.marked(id)).toMatch(/^[1-9]\d*$/);
  expect((await state()).struck.extension_live).toBe(1);
  site.close();
});
