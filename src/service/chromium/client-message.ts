import { isObject } from "../../core/is-object.ts";
import { jsonSize } from "../../core/json-size.ts";

/** Command of a CDP client. */
export interface ClientCommand {
  id: number;
  method: string;
  params?: unknown;
  sessionId?: string;
}

/** Result of parsing a client's text: a command, an error answer, or an error answer that ends the connection. */
export type ClientMessage =
  | { command: ClientCommand }
  | { error: { code: number; message: string }; id?: number; close?: { code: number; reason: string } };

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** WebSocket close codes. */
const POLICY = 1008;
const TOO_BIG = 1009;

/** Maximum nesting of a message: Chromium 156 rejects deeper ones, in an answer without an id (measured). */
const MAX_DEPTH = 301;
/** Nesting over which the connection is closed. assumed: 10 000. */
const ABSURD_DEPTH = 10_000;
/** Maximum number of values in a message. assumed: 8 million. */
export const MAX_VALUE = 8_000_000;
/**
 * Maximum size of a message, in bytes: Chromium 156 exits over 100 MiB (measured); the difference is room for our
 * additions.
 */
const MAX_SIZE = 96 * 2 ** 20;

/**
 * Parses the text of a client. Depth, number of values and size are measured first, so that no text can exhaust memory
 * or stack. An invalid command is answered as by Chromium (-32700, -32600). A text with more than 10 000 levels or 8
 * million values closes the connection with 1008, one over 96 MiB with 1009.
 */
export function readClientMessage(text: string): ClientMessage {
  if (Buffer.byteLength(text) > MAX_SIZE)
    return absurd(TOO_BIG, `a message may have at most ${MAX_SIZE / 2 ** 20} MiB`);
  const { depth, values } = jsonSize(text);
  if (depth > ABSURD_DEPTH) return absurd(POLICY, `a message may be nested at most ${MAX_DEPTH} levels deep`);
  if (values > MAX_VALUE) return absurd(POLICY, `a message may hold at most ${MAX_VALUE / 1e6} million values`);
  if (depth > MAX_DEPTH) {
    return { error: { code: PARSE_ERROR, message: `JSON: stack limit exceeded (${MAX_DEPTH} levels)` } };
  }
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch (error) {
    return { error: { code: PARSE_ERROR, message: `JSON: ${(error as Error).message}` } };
  }
  const problem = invalid(message);
  if (problem === undefined) return { command: message as ClientCommand };
  const id = (message as { id?: unknown } | null)?.id;
  return { error: { code: INVALID_REQUEST, message: problem }, ...(typeof id === "number" && { id }) };
}

function absurd(code: number, reason: string): ClientMessage {
  return { error: { code: INVALID_REQUEST, message: reason }, close: { code, reason } };
}

/** Validates a parsed message. Returns Chromium's error message; undefined when it is valid. */
function invalid(message: unknown): string | undefined {
  if (!isObject(message)) return "Message must be an object";
  const { id, method, sessionId } = message;
  if (!Number.isInteger(id)) return "Message must have integer 'id' property";
  if (typeof method !== "string") return "Message must have string 'method' property";
  if (sessionId !== undefined && typeof sessionId !== "string") return "Message may have string 'sessionId' property";
  return undefined;
}
