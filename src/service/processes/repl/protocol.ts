import { jsonSize } from "../../../core/json-size.ts";
import type { CustomToolFacts, CustomToolRecord } from "../../../repl-helpers/custom-tools.ts";
import type { ToolCall } from "../../../repl-helpers/repl-helpers.ts";
import type { WebmcpAnswer, WebmcpQuestion } from "../../../repl-helpers/webmcp.ts";

/** Input of the REPL's process: the first line of JSON on its stdin. */
export interface ReplInput {
  replId: string;
  /** CDP address of the session, with the token for its REPL only. */
  cdpUrl: string;
  /** Directory of playwright-core. */
  playwright: string;
  /** File name of the code in stacks. */
  codeName: string;
  /** Packaged script for operations on elements. */
  elementScript: string;
}

/** Code to evaluate. */
export interface ReplCode {
  readonly code: string;
  readonly timeoutSec: number;
  /** Target id of the page in front; null when unknown. */
  readonly targetId: string | null;
}

/** Custom tools of a source to add. */
export interface AddTools {
  readonly namespace: string;
  /** Expression whose value is their definitions. */
  readonly source: string;
  readonly replace: boolean;
}

/** Work on custom tools, beside code that runs. */
export type ToolWork = { readonly add: AddTools } | { readonly call: ToolCall } | { readonly remove: string };

/**
 * Result of a work: what it gave, or its error; `status` is that of custom tools that cannot be added. `isLost`: the REPL
 * has ended, and what the work has done is not known.
 */
export type ToolWorkEnd =
  | { readonly result?: unknown }
  | { readonly error: string; readonly status?: 400 | 409; readonly isLost?: true };

/** Further lines of its stdin: code, the end of the wait for code that runs, work on tools, and answers to its questions. */
export type ReplRequest =
  | ReplCode
  | { readonly interrupt: true }
  | { readonly work: ToolWork; readonly id: number }
  | { readonly answer: WebmcpAnswer; readonly id: number };

/** Stream that a text was written to. */
export type ReplChannel = "write" | "stdout" | "stderr";

/** Output of code in a REPL, as the API has it (contract 2.28). */
export type ReplItem =
  | { readonly type: "text"; readonly channel: ReplChannel; readonly text: string }
  | { readonly type: "image"; readonly mime_type: string; readonly data_b64: string };

/** End of an evaluation. */
export interface ReplEnd {
  readonly success: boolean;
  readonly error?: string;
  readonly stack?: string;
}

/** Maximum number of texts and pictures of one evaluation. */
export const MAX_REPL_ITEMS = 10_000;

/** Lines of JSON that the process writes: output while code runs, questions, and what has happened. */
export type ReplMessage =
  | { readonly ready: true }
  | { readonly item: ReplItem }
  | { readonly truncated: true }
  | { readonly end: ReplEnd }
  | { readonly ask: unknown; readonly id: number }
  | { readonly tools: readonly CustomToolFacts[] }
  | { readonly done: ToolWorkEnd; readonly id: number };

export type { CustomToolFacts, CustomToolRecord, WebmcpAnswer, WebmcpQuestion };

/** True for code that may use Playwright's names; the helpers need no Playwright. */
export function usesPlaywright(code: string): boolean {
  return /\b(?:page|context)\b/.test(code);
}

const { parse } = JSON;
const NEWLINE = 10;

/** Limits of a line of JSON: a small text can take much memory or stack once it is parsed. */
export interface LineLimits {
  readonly bytes: number;
  readonly depth: number;
  readonly values: number;
}

/** Gathers bytes to lines of JSON. Throws a SyntaxError for another line, and a RangeError for one over its limits. */
export function jsonLines(take: (value: unknown) => void, limits?: LineLimits): (bytes: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (bytes) => {
    let from = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...parts, bytes.subarray(from, end)]);
      from = end + 1;
      parts = [];
      size = 0;
      const text = line.toString();
      if (limits) requireSize(text, limits);
      take(parse(text));
    }
    // The reader may use its memory again.
    const rest = Buffer.from(bytes.subarray(from));
    size += rest.length;
    if (limits && size > limits.bytes) throw new RangeError(`a line has more than ${limits.bytes} bytes`);
    if (rest.length > 0) parts.push(rest);
  };
}

function requireSize(text: string, limits: LineLimits): void {
  const { depth, values } = jsonSize(text);
  if (depth > limits.depth) throw new RangeError(`a line has more than ${limits.depth} levels`);
  if (values > limits.values) throw new RangeError(`a line has more than ${limits.values} values`);
}
