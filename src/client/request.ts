import type { PlainOperation, PlainResponse } from "../contract/plain.ts";
import type { FormPart } from "./form.ts";
import type { HttpHeaders } from "./http/headers.ts";
import type { ResponseBody } from "./http/response-body.ts";
import type { Attempt } from "./retry.ts";

/** A body that is streamed. */
export interface UploadBody {
  /** Its length, sent ahead. */
  readonly bytes: number;
  /** Gives the bytes from the beginning; called for each attempt. */
  open(): AsyncIterable<Uint8Array>;
}

/** One HTTP request as it will be sent, without the headers that every request has. */
export interface RawRequest {
  method: string;
  url: URL;
  accept: string;
  body: string | Uint8Array | UploadBody | undefined;
  contentType: string | undefined;
  attempt: Attempt;
  /** Declaration that marks its secrets; without one its query and body are secret. */
  operation: PlainOperation | undefined;
  /** The parts of its form. */
  form?: readonly FormPart[];
  /** Headers beside those of every request. */
  headers?: Readonly<Record<string, string>>;
  /** Ends this request and its response, in addition to the signal of the client. */
  signal?: AbortSignal;
  /** Maximum number of attempts, where the caller retries by its own rules. */
  attempts?: number;
  /** Declaration that its response is checked against; a raw call has none. */
  answer?: PlainResponse;
  /** Receives notices of the service; they are printed when omitted. */
  note?: (text: string) => void;
}

export interface ApiResponse {
  status: number;
  statusText: string;
  headers: HttpHeaders;
  /** The body as it arrives; empty where there is none. */
  body: ResponseBody | null;
  /** The declaration whose status and content type it has. */
  answer?: PlainResponse;
  /** Base URL of the request, for the hint of an error. */
  baseUrl?: string;
}
