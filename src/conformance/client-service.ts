import { ApiClient, type ClientOptions } from "../client/call.ts";
import { type FormPart, formBody } from "../client/form.ts";
import type { ApiResponse, RawRequest } from "../client/request.ts";
import { within } from "../core/pause.ts";
import type { Answer, ApiOptions, ExampleService } from "./example-service.ts";

/** Maximum time that a stream may stay open after its resource has ended, in milliseconds. */
const MAX_STREAM_MS = 20_000;

/** Part of a client's options that a run of the examples changes. */
export type CallerOptions = Partial<Pick<ClientOptions, "listener" | "project" | "token">>;

/** Receives every answer. */
export type Seen = (method: string, path: string, answer: Answer) => void;

/** Sends requests by the client of a command, once each, and gives the whole answer. */
export class ClientService implements ExampleService {
  readonly #client: ApiClient;
  readonly #anonymous: ApiClient;
  readonly #seen: Seen;
  readonly #signal: AbortSignal | undefined;

  /** @param seen called with every answer. @param signal ends every request, beside the signal of the client. */
  constructor(options: ClientOptions, caller: CallerOptions = {}, seen: Seen = () => {}, signal?: AbortSignal) {
    const own: ClientOptions = { ...options, renewToken: undefined, note: () => {}, ...caller };
    this.#client = new ApiClient(own);
    // The token of a local service goes to a proven connection of its listener.
    this.#anonymous = new ApiClient({ ...own, token: undefined, listener: undefined });
    this.#seen = seen;
    this.#signal = signal;
  }

  async api(method: string, path: string, options: ApiOptions = {}): Promise<Answer> {
    const signal = options.signal ?? this.#signal;
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
      ...(signal && { signal }),
    };
    const response = await client.exchange(request);
    const bytes = await allBytes(response, options.onFirstEvent);
    const { status, headers } = response;
    const text = bytes.toString();
    const answer = { status, headers, bytes, text, body: jsonOf(headers.get("content-type"), text) };
    this.#seen(method, path, answer);
    return answer;
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

/** Bytes of an answer. A stream is read until its end, or for a while after what its first event has caused. */
async function allBytes({ body }: ApiResponse, onFirstEvent: ApiOptions["onFirstEvent"]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  if (!body) return Buffer.alloc(0);
  let first = onFirstEvent;
  const read = async (): Promise<void> => {
    for await (const chunk of body) {
      chunks.push(chunk);
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
  return Buffer.concat(chunks);
}
