import { createParser } from "eventsource-parser";
import { CliError } from "../core/errors.ts";
import { isObject } from "../core/is-object.ts";
import { parseJson } from "../core/parse-json.ts";
import { badAnswer } from "./check-answer.ts";

/** Maximum length of a line, in characters. */
const MAX_LINE_CHARACTERS = 16 * 1024 * 1024;

/** Maximum of `retry:`, in milliseconds. */
const MAX_RETRY_MS = 60_000;

/**
 * Reads a Server-Sent Events stream as the HTML standard frames it: lines end with CR, LF or CRLF, one BOM at the
 * beginning is skipped, several data lines are joined, UTF-8 may be split anywhere, a last block without its blank line is
 * left out. Ids and event names are ignored: the API has neither. A comment with a JSON object is an event too, of a kind
 * that the API does not have; other comments are skipped (contract 0.11).
 */
export class SseReader {
  #ready: string[] = [];
  #retryMs: number | undefined;
  // The parser removes the BOM; the decoder must not remove a second one.
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #parser = createParser({
    maxBufferSize: MAX_LINE_CHARACTERS,
    onEvent: ({ data }) => this.#ready.push(data),
    onComment: (text) => {
      if (text.startsWith("{")) this.#ready.push(text);
    },
    onRetry: (ms) => {
      this.#retryMs = Math.min(Math.max(ms, 1), MAX_RETRY_MS);
    },
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw new CliError("failed", "the stream has a line over 16 MiB");
    },
  });

  /** Milliseconds before a reconnection, from the stream's `retry:`, 1 to 60,000; undefined without one. */
  get retryMs(): number | undefined {
    return this.#retryMs;
  }

  /** Parses the next bytes and returns the data of each completed event. Exit 1 for a line of over 16 MiB. */
  read(chunk: Uint8Array): string[] {
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }));
    const events = this.#ready;
    this.#ready = [];
    return events;
  }
}

/** Event in the data of a stream. Exit 1 for data that is not a JSON object. */
export function eventOf(data: string): object {
  let value: unknown;
  try {
    value = parseJson(data);
  } catch (cause) {
    throw new CliError("failed", "an event of the stream is not JSON", { code: "bad_answer", cause });
  }
  if (isObject(value)) return value;
  throw badAnswer("an event of the stream is not a JSON object");
}
