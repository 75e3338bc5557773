/** Descriptor of the output `result` of a process: the answer of the runner. */
export const RESULT_FD = 11;

/** Input of the runner: one line of JSON on stdin. */
export interface RunnerInput {
  /** CDP address of the session, with the token for this session only. */
  cdpUrl: string;
  code: string;
  /** Directory of playwright-core. */
  playwright: string;
  /** Target id of the page for the code. */
  targetId: string | null;
  /** No other page will do: the code fails when this one is closed. */
  only: boolean;
  /** Maximum size of the result, in bytes of JSON. */
  resultLimit: number;
  /** File name of the code in stacks. */
  codeName: string;
}

/** Answer of the runner. */
export interface RunnerOutput {
  success: boolean;
  result?: unknown;
  error?: string;
}
