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

/** Lines of JSON that the process writes: output while code runs, and what has happened. */
export type ReplMessage =
  | { readonly ready: true }
  | { readonly item: ReplItem }
  | { readonly truncated: true }
  | { readonly end: ReplEnd }
  | { readonly ask: WebmcpQuestion; readonly id: number }
  | { readonly tools: readonly CustomToolFacts[] }
  | { readonly done: ToolWorkEnd; readonly id: number };

export type { CustomToolFacts, CustomToolRecord, WebmcpAnswer, WebmcpQuestion };

/** True for code that may use Playwright's names; the helpers need no Playwright. */
export function usesPlaywright(code: string): boolean {
  return /\b(?:page|context)\b/.test(code);
}
