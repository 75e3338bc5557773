import type { CommandContext } from "../../cli/context.ts";
import { type ApiClient, badAnswer } from "../../client/call.ts";
import { sseValues } from "../../client/sse.ts";
import { CliError } from "../../core/errors.ts";

/** One item of a process's output (contract 3.7). */
export type OutputItem =
  | { stream: "stdout" | "stderr"; data: Buffer }
  | { exitCode: number }
  /** Bytes that are no longer kept. */
  | { droppedBytes: number }
  /** Everything up to now has been sent. */
  | { caughtUp: true };

/** Bytes of one write: with base64 and JSON around them under every service's limit, and little for its memory. */
const chunkBytes = 256 * 1024;

/** Splits the data into chunks, one for each write. */
export function* stdinChunks(data: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < data.length; at += chunkBytes) yield Buffer.from(data.subarray(at, at + chunkBytes));
}

/** A process in a session, as the calls of the API reach it. */
export class RemoteProcess {
  readonly #context: CommandContext;
  readonly #client: ApiClient;
  readonly #params: { id: string; process_id: string };

  constructor(context: CommandContext, client: ApiClient, id: string, processId: string) {
    this.#context = context;
    this.#client = client;
    this.#params = { id, process_id: processId };
  }

  get id(): string {
    return this.#params.process_id;
  }

  /** Whether the end of input can be sent: only the local service has a call for it. */
  get canEndInput(): boolean {
    return this.#client.isLocal;
  }

  /**
   * Everything the process writes, until it ends. Exit 1 for an end without an exit code.
   *
   * @param answered called when the stream stands, before anything has come.
   */
  async *output(answered: () => void = () => {}): AsyncGenerator<OutputItem> {
    const operation = await this.#context.loadOperation("process.output");
    const response = await this.#client.send(this.#client.request(operation, { params: this.#params }));
    answered();
    if (!response.body) return;
    for await (const value of sseValues(response.body)) {
      const item = value as {
        stream?: string;
        data_b64?: string;
        event?: string;
        exit_code?: number;
        dropped_bytes?: number;
      };
      if (item.event === "exit") {
        if (!Number.isInteger(item.exit_code)) throw badAnswer("the service told no exit code of the process");
        yield { exitCode: item.exit_code as number };
      }
      if (item.event === "gap") yield { droppedBytes: item.dropped_bytes ?? 0 };
      else if (item.event === "sse_heartbeat") yield { caughtUp: true };
      else if (item.data_b64 !== undefined) {
        yield { stream: item.stream === "stderr" ? "stderr" : "stdout", data: Buffer.from(item.data_b64, "base64") };
      }
    }
  }

  /**
   * Writes all of `data` to its standard input, in chunks; short writes are continued. Gives the bytes that were taken:
   * fewer when the process ended or closed its input meanwhile.
   */
  async write(data: Uint8Array): Promise<number> {
    const operation = await this.#context.loadOperation("process.stdin");
    let at = 0;
    while (at < data.length) {
      const part = Buffer.from(data.subarray(at, at + chunkBytes));
      const answer = (await this.#client.call(operation, {
        params: this.#params,
        body: { data_b64: part.toString("base64") },
      })) as { written_bytes?: number };
      const written = answer.written_bytes ?? part.length;
      if (written <= 0) {
        throw new CliError("failed", `the process's input took nothing of ${part.length} bytes`, {
          code: "stdin_closed",
        });
      }
      at += Math.min(written, part.length);
    }
    return at;
  }

  /** Ends its standard input where the service can; gives whether it could. */
  async endInput(): Promise<boolean> {
    if (!this.canEndInput) return false;
    await this.#client.call(await this.#context.loadOperation("local.stdinClose"), { params: this.#params });
    return true;
  }

  /** Sends a signal to it and its children. */
  async kill(signal: "TERM" | "KILL" | "INT" | "HUP"): Promise<void> {
    await this.#client.call(await this.#context.loadOperation("process.kill"), {
      params: this.#params,
      body: { signal },
    });
  }

  async resize(rows: number, cols: number): Promise<void> {
    await this.#client.call(await this.#context.loadOperation("process.resize"), {
      params: this.#params,
      body: { rows, cols },
    });
  }

  /** Its exit code, or undefined while it runs. */
  async exitCode(): Promise<number | undefined> {
    const status = (await this.#client.call(await this.#context.loadOperation("process.status"), {
      params: this.#params,
    })) as {
      state: string;
      exit_code?: number | null;
    };
    return status.state === "exited" ? (status.exit_code ?? undefined) : undefined;
  }
}

/** What a write failed for when the process has ended or closed its input: no failure for whoever only feeds it. */
export function inputIsClosed(error: unknown): boolean {
  return error instanceof CliError && ["process_not_running", "stdin_closed"].includes(error.code);
}
