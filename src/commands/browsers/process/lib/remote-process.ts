import type { Api } from "../../../../cli/declare/body.ts";
import type { ApiClient } from "../../../../client/call.ts";
import { CliError } from "../../../../core/errors.ts";
import type { ProcessKillBody, ProcessOutputEvent, ProcessStdinParams } from "../../../../generated/types.ts";

/**
 * Maximum bytes of one write; in base64 and JSON this is below the limit of every service and needs little memory
 * there.
 */
const MAX_CHUNK_BYTES = 256 * 1024;

/** Splits the data into chunks, one for each write. */
export function* stdinChunks(data: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < data.length; at += MAX_CHUNK_BYTES) yield Buffer.from(data.subarray(at, at + MAX_CHUNK_BYTES));
}

/** The calls that a process needs. */
export interface ProcessApi extends Pick<Api, "call" | "stream"> {
  client(): Promise<Pick<ApiClient, "isLocal">>;
}

/** Process in a session, reached by calls of the API. */
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
   * Writes `data` to its standard input, in chunks; short writes are continued. Returns the number of bytes that were
   * written. Exit 1, `stdin_closed`, when the process accepts none of a chunk.
   */
  async write(data: Uint8Array): Promise<number> {
    let at = 0;
    while (at < data.length) {
      const part = Buffer.from(data.subarray(at, at + MAX_CHUNK_BYTES));
      const body = { data_b64: part.toString("base64") };
      const { written_bytes } = await this.#api.call("process.stdin", { params: this.#params, body });
      if (written_bytes <= 0) {
        throw new CliError("failed", `the process accepted none of ${part.length} bytes of input`, {
          code: "stdin_closed",
        });
      }
      at += Math.min(written_bytes, part.length);
    }
    return at;
  }

  /** Ends its standard input. Returns false for a hosted service, which has no call for that. */
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

/** Note about a service that cannot end the input of a process. */
export const inputStaysOpen = "note: this service cannot end the input of a process";

/** True for the error of a write to a process that has ended or closed its input. */
export function inputIsClosed(error: unknown): boolean {
  return error instanceof CliError && ["process_not_running", "stdin_closed"].includes(error.code);
}
