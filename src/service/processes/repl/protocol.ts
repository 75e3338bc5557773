/** Input of the REPL's process: the first line of JSON on its stdin. */
export interface ReplInput {
  replId: string;
  /** CDP address of the session, with the token for its REPL only. */
  cdpUrl: string;
  /** Directory of playwright-core. */
  playwright: string;
  /** Target id of the page in front; null when unknown. */
  targetId: string | null;
  /** File name of the code in stacks. */
  codeName: string;
}

/** Further lines of its stdin: code to evaluate, or the end of the wait for code that runs. */
export type ReplRequest = { readonly code: string; readonly targetId: string | null } | { readonly interrupt: true };

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
  | { readonly end: ReplEnd };
