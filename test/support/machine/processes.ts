import { readdir, readFile } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { expect } from "vitest";
import { startServiceWithFakeBrowser } from "../browser/fake-browser.ts";
import { ensureDebianPackage } from "../screen/debian-package.ts";
import type { Answer, TestService } from "../service/service.ts";
import { until } from "../until.ts";

/** Request body of `process.exec` and `process.spawn`. */
export interface RunBody {
  command: string;
  args?: string[];
  cwd?: string | null;
  env?: Record<string, string>;
  timeout_sec?: number | null;
  allocate_tty?: boolean;
  rows?: number;
  cols?: number;
  as_user?: string | null;
  as_root?: boolean;
}

/** Code that blocks the event loop as a loop without end does, without its processor time. */
export const BLOCKED = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);";

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** The processes of one session, by the API. */
export class SessionApi {
  readonly service: TestService;
  readonly id: string;

  constructor(service: TestService, id: string) {
    this.service = service;
    this.id = id;
  }

  call(method: string, path: string, json?: unknown, signal?: AbortSignal): Promise<Answer> {
    return this.service.api(method, `/browsers/${this.id}/${path}`, {
      ...(json !== undefined && { json }),
      ...(signal && { signal }),
    });
  }

  exec(body: RunBody, signal?: AbortSignal): Promise<Answer> {
    return this.call("POST", "process/exec", body, signal);
  }

  /** Runs a shell script and gives what came of it. */
  async sh(script: string, more: Partial<RunBody> = {}): Promise<Ran> {
    const { status, body, text } = await this.exec({ command: "sh", args: ["-c", script], ...more });
    expect(status, text).toBe(200);
    const decode = (data: string): string => Buffer.from(data, "base64").toString();
    return { code: body.exit_code, stdout: decode(body.stdout_b64), stderr: decode(body.stderr_b64) };
  }

  async spawn(body: RunBody): Promise<SpawnedProcess> {
    const { status, body: spawned, text } = await this.call("POST", "process/spawn", body);
    expect(status, text).toBe(200);
    return new SpawnedProcess(this, spawned.process_id, spawned.pid);
  }

  /** Spawns a shell script. */
  script(text: string, more: Partial<RunBody> = {}): Promise<SpawnedProcess> {
    return this.spawn({ command: "sh", args: ["-c", text], ...more });
  }
}

/**
 * A service with one session, whose processes run in a container and whose browser is the one that `start` gives. The
 * caller stops the service.
 */
export async function containedSession(start = startServiceWithFakeBrowser): Promise<{
  service: TestService;
  session: SessionApi;
}> {
  await ensureDebianPackage("bubblewrap", "bwrap");
  const service = await start();
  const { session_id } = await service.create({ timeout_seconds: 3600 });
  return { service, session: new SessionApi(service, session_id) };
}

export class SpawnedProcess {
  readonly session: SessionApi;
  readonly id: string;
  readonly pid: number;

  constructor(session: SessionApi, id: string, pid: number) {
    this.session = session;
    this.id = id;
    this.pid = pid;
  }

  call(method: string, path: string, json?: unknown, signal?: AbortSignal): Promise<Answer> {
    return this.session.call(method, `process/${this.id}/${path}`, json, signal);
  }

  status(): Promise<Answer> {
    return this.call("GET", "status");
  }

  kill(signal: string): Promise<Answer> {
    return this.call("POST", "kill", { signal });
  }

  write(data: string | Buffer, signal?: AbortSignal): Promise<Answer> {
    return this.call("POST", "stdin", { data_b64: Buffer.from(data).toString("base64") }, signal);
  }

  async closeInput(): Promise<void> {
    const path = `/_local/browsers/${this.session.id}/process/${this.id}/stdin/close`;
    expect((await this.session.service.api("POST", path)).status).toBe(204);
  }

  /** Waits for its end and gives its exit code. */
  async ended(): Promise<number> {
    const answer = await until(
      () => this.status(),
      ({ body }) => body.state === "exited",
    );
    return answer.body.exit_code;
  }

  /** Reads its output as a client does. */
  follow(signal?: AbortSignal): Follower {
    return new Follower(this, signal);
  }

  /** Everything it has written until its end. */
  async output(): Promise<{ stdout: Buffer; stderr: Buffer; exit: number; gap: number }> {
    const follower = this.follow();
    await follower.done;
    const { exit = -1, gap } = follower;
    return { stdout: follower.bytes("stdout"), stderr: follower.bytes("stderr"), exit, gap };
  }
}

interface Item {
  stream?: "stdout" | "stderr";
  data_b64?: string;
  event?: string;
  exit_code?: number;
  dropped_bytes?: number;
}

/** Kinds of items that the API does not have. */
const ownKinds = ["gap", "sse_heartbeat"];

/** A reader of a process's output stream. */
export class Follower {
  readonly items: Item[] = [];
  readonly #decoder = new StringDecoder("utf8");
  #text = "";
  exit: number | undefined;
  gap = 0;
  /** Resolves when the stream has ended, rejects when it breaks off. */
  readonly done: Promise<void>;

  constructor({ session, id }: SpawnedProcess, signal?: AbortSignal) {
    this.done = this.#read(session, id, signal);
    this.done.catch(() => {});
  }

  bytes(stream: "stdout" | "stderr"): Buffer {
    return Buffer.concat(
      this.items.filter((item) => item.stream === stream).map((item) => Buffer.from(item.data_b64 ?? "", "base64")),
    );
  }

  /** Its standard output so far, as text. */
  text(): string {
    return this.#text;
  }

  async #read({ service, id: session }: SessionApi, id: string, signal?: AbortSignal): Promise<void> {
    const response = await fetch(`${service.baseUrl}/browsers/${session}/process/${id}/stdout/stream`, {
      headers: { Authorization: `Bearer ${service.token}` },
      ...(signal && { signal }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("x-sse-content-type")).toBe("application/json");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.get("x-browserctl-local")).toBe("0.1.0");
    let rest = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const [, comment, json = ""] = /^(?:data: |(: ))(\{.*\})$/.exec(frame) ?? [];
        const item = JSON.parse(json) as Item;
        // Clients of others read every event as output.
        expect([item.event, comment]).toEqual([item.event, ownKinds.includes(item.event ?? "") ? ": " : undefined]);
        this.items.push(item);
        if (item.stream === "stdout") this.#text += this.#decoder.write(Buffer.from(item.data_b64 ?? "", "base64"));
        if (item.event === "exit") this.exit = item.exit_code ?? -1;
        if (item.event === "gap") this.gap += item.dropped_bytes ?? 0;
      }
    }
    expect(rest).toBe("");
  }
}

/** Process numbers whose command line has a text in it, this process and its shells aside. */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "latin1").catch(() => "");
    if (line.includes(text)) found.push(Number(name));
  }
  return found;
}

let next = 0;
/** Seconds of a `sleep` that no other process of this machine has: it can be found again. */
export function uniqueSeconds(): string {
  next += 1;
  return `9${process.pid}.${next}${Math.floor(performance.now())}`;
}
