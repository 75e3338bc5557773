import type { HttpResponse, RequestBody, Timeouts } from "../../../src/client/http/exchange.ts";
import { defaultTimeouts } from "../../../src/client/http/exchange.ts";
import { HttpHeaders } from "../../../src/client/http/headers.ts";
import { createTransport } from "../../../src/client/transport.ts";

export interface SendOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: RequestBody;
  signal?: AbortSignal;
}

export type Send = (url: URL, options?: SendOptions) => Promise<HttpResponse>;

/** A transport of its own, with connections that no other test shares; rejects with what broke, without ofetch's wrapper. */
export function sender(timeouts: Partial<Timeouts> = {}): Send {
  const transport = createTransport({}, { ...defaultTimeouts, ...timeouts });
  return (url, { method = "GET", headers = {}, body, signal = new AbortController().signal } = {}) =>
    transport(url, { method, headers: new HttpHeaders(headers), body, signal }).catch((error: Error) => {
      throw error.cause;
    });
}

/** The whole body as text. */
export async function textOf({ body }: HttpResponse): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Error that a promise rejects with. */
export function failureOf(promise: Promise<unknown>): Promise<{ code?: string; message: string }> {
  return promise.then(
    () => {
      throw new Error("it did not fail");
    },
    (error) => error,
  );
}
