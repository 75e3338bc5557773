import type { Api } from "../../cli/body.ts";
import type { ApiClient } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import type { ProcessKillBody, ProcessOutputEvent, ProcessStdinParams } from "../../generated/types.ts";

/** Bytes of one write: with base64 and JSON around them under every service's limit, and little for its memory. */
const CHUNK_BYTES = 256 * 1024;

/** Splits the data into chunks, one for each write. */
export function* stdinChunks(data: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < data.length; at += CHUNK_BYTES) yield Buffer.from(data.subarray(at, at + CHUNK_BYTES));
}

/** The calls that a process needs. */
export interface ProcessApi extends Pick<Api, "call" | "stream"> {
  client(): Promise<Pick<ApiClient, "isLocal">>;
}

/** A process in a session, as the calls of the API reach it. */
export class RemoteProcess {
  readonly #api: ProcessApi;
  readonly #params: ProcessStdinParams;

  constructor(api: ProcessApi, params: ProcessStdinParams) {
    this.#api = api;
    this.#params = params;
  }

  get id(): string {
    return this.#params.process_id;
  }

  /** Everything the process writes, until it ends. */
  output(): AsyncGenerator<ProcessOutputEvent> {
    return this.#api.stream("process.output", { params: this.#params });
  }

  /**
   * Writes all of `data` to its standard input, in chunks; short writes are continued. Gives the bytes that were taken:
   * fewer when the process ended or closed its input meanwhile.
   */
  async write(data: Uint8Array): Promise<number> {
    let at = 0;
    while (at < data.length) {
      const part = Buffer.from(data.subarray(at, at + CHUNK_BYTES));
      const body = { data_b64: part.toString("base64") };
      const { written_bytes } = await this.#api.call("process.stdin", { params: this.#params, body });
      if (written_bytes <= 0) {
        throw new CliError("failed", `the process's input took nothing of ${part.length} bytes`, {
          code: "stdin_closed",
        });
      }
      at += Math.min(written_bytes, part.length);
    }
    return at;
  }

  /** Ends its standard input where the service can: only the local service has a call for it. Gives whether it could. */
  async endInput(): Promise<boolean> {
    if (!(await this.#api.client()).isLocal) return false;
    await this.#api.call("local.stdinClose", { params: this.#params });
    return true;
  }

  /** Sends a signal to it and its children. */
  async kill(signal: ProcessKillBody["signal"]): Promise<void> {
    await this.#api.call("process.kill", { params: this.#params, body: { signal } });
  }

  async resize(rows: number, cols: number): Promise<void> {
    await this.#api.call("process.resize", { params: this.#params, body: { rows, cols } });
  }

  /** Its exit code, or undefined while it runs. */
  async exitCode(): Promise<number | undefined> {
    const { state, exit_code } = await this.#api.call("process.status", { params: this.#params });
    return state === "exited" ? (exit_code ?? undefined) : undefined;
  }
}

/** What a write failed for when the process has ended or closed its input: no failure for whoever only feeds it. */
export function inputIsClosed(error: unknown): boolean {
  return error instanceof CliError && ["process_not_running", "stdin_closed"].includes(error.code);
}
