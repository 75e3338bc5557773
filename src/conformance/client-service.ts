import { ApiClient, type ClientOptions } from "../client/call.ts";
import { type FormPart, formBody } from "../client/form.ts";
import type { ApiResponse, RawRequest } from "../client/request.ts";
import { withTimeLimit } from "../core/abort.ts";
import { CliError } from "../core/errors.ts";
import { within } from "../core/pause.ts";
import type { Answer, ApiOptions, ExampleService } from "./example-service.ts";

/** Maximum time that a stream may stay open after its resource has ended, in milliseconds. */
const MAX_STREAM_MS = 20_000;

/** Maximum time from a request to the end of its answer, in milliseconds. An invocation may take 100 s (contract 2.17). */
export const MAX_ANSWER_MS = 120_000;

/** Maximum size of an answer, in bytes. Those of the examples are far smaller. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;

/** Part of a client's options that a run of the examples changes. */
export type CallerOptions = Partial<Pick<ClientOptions, "listener" | "project" | "token">>;

export interface ClientServiceOptions {
  readonly caller?: CallerOptions | undefined;
  /** Called with every answer. */
  readonly onAnswer?: ((method: string, path: string, answer: Answer) => void) | undefined;
  /** Called with the error of an answer that has no end, by time or by size. */
  readonly onEndless?: ((error: CliError) => void) | undefined;
  /** Ends every request, beside the signal of the client. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum time of an answer; {@link MAX_ANSWER_MS} by default. */
  readonly answerMs?: number | undefined;
}

/**
 * Sends requests by the client of a command, once each, and gives the whole answer. Exit 6 for an answer that takes too
 * long, 1 for one that is too large.
 */
export class ClientService implements ExampleService {
  readonly #client: ApiClient;
  readonly #anonymous: ApiClient;
  readonly #options: ClientServiceOptions;

  constructor(client: ClientOptions, options: ClientServiceOptions = {}) {
    const own: ClientOptions = { ...client, renewToken: undefined, note: () => {}, ...options.caller };
    this.#client = new ApiClient(own);
    // The token of a local service goes to a proven connection of its listener.
    this.#anonymous = new ApiClient({ ...own, token: undefined, listener: undefined });
    this.#options = options;
  }

  async api(method: string, path: string, options: ApiOptions = {}): Promise<Answer> {
    const client = options.anonymous === true ? this.#anonymous : this.#client;
    const { body, contentType } = await bodyOf(options);
    const request: RawRequest = {
      method,
      url: new URL(`${client.options.baseUrl.replace(/\/+$/, "")}${path}`),
      accept: "*/*",
      body,
      contentType,
      attempt: { idempotent: false, unsafe: false },
      attempts: 1,
      operation: undefined,
      ...(options.headers && { headers: options.headers }),
    };
    const { bytes, headers, status } = await this.#exchange(client, request, options);
    const text = bytes.toString();
    const answer = { status, headers, bytes, text, body: jsonOf(headers.get("content-type"), text) };
    this.#options.onAnswer?.(method, path, answer);
    return answer;
  }

  /** Sends a request, and reads its answer to the end, within the limits. */
  async #exchange(
    client: ApiClient,
    request: RawRequest,
    { onFirstEvent, signal = this.#options.signal }: ApiOptions,
  ): Promise<Pick<ApiResponse, "headers" | "status"> & { bytes: Buffer }> {
    const { answerMs: ms = MAX_ANSWER_MS, onEndless } = this.#options;
    const what = `the answer to ${request.method} ${request.url.pathname}`;
    const endless = (exit: "failed" | "timeout", text: string): CliError => {
      const error = new CliError(exit, `${what} ${text}`);
      onEndless?.(error);
      return error;
    };
    const late = (): CliError => endless("timeout", `had no end after ${ms / 1_000} s`);
    return withTimeLimit({ ms, late, signals: [signal] }, async (limited) => {
      const response = await client.exchange({ ...request, signal: limited });
      const bytes = await allBytes(response, onFirstEvent);
      limited.throwIfAborted();
      if (bytes !== undefined) return { status: response.status, headers: response.headers, bytes };
      throw endless("failed", `is larger than ${MAX_ANSWER_BYTES / 2 ** 20} MiB`);
    });
  }
}

/** JSON value of an answer; undefined where it is of another type or not JSON. */
function jsonOf(type: string | null, text: string): unknown {
  if (type?.startsWith("application/json") !== true) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function bodyOf({ bytes, form, json, raw }: ApiOptions): Promise<Pick<RawRequest, "body" | "contentType">> {
  if (form) return formBody(await Promise.all([...form].map(([name, value]) => partOf(name, value))));
  if (bytes !== undefined) return { body: bytes, contentType: "application/octet-stream" };
  const body = json === undefined ? raw : JSON.stringify(json);
  return { body, contentType: body === undefined ? undefined : "application/json" };
}

async function partOf(name: string, value: string | File): Promise<FormPart> {
  if (typeof value === "string") return { name, value };
  const bytes = new Uint8Array(await value.arrayBuffer());
  const open = async function* (): AsyncGenerator<Uint8Array> {
    yield bytes;
  };
  return { name, file: { bytes: bytes.length, filename: value.name, shownPath: value.name, open } };
}

/**
 * Bytes of an answer; undefined above {@link MAX_ANSWER_BYTES}. A stream is read until its end, or for a while after what
 * its first event has caused.
 */
async function allBytes({ body }: ApiResponse, onFirstEvent: ApiOptions["onFirstEvent"]): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  if (!body) return Buffer.alloc(0);
  let first = onFirstEvent;
  let length = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) return void (await body.cancel());
      if (first === undefined || !Buffer.concat(chunks).includes("\n\n")) continue;
      const ended = first;
      first = undefined;
      await ended();
    }
  };
  if (onFirstEvent === undefined) await read();
  else {
    const reading = read();
    reading.catch(() => {});
    const done = await within(
      reading.then(() => true),
      MAX_STREAM_MS,
    );
    if (done !== true) await body.cancel();
  }
  return length > MAX_ANSWER_BYTES ? undefined : Buffer.concat(chunks);
}
