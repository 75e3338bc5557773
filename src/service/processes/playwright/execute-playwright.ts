import { CODE_NAME } from "../../../contract/limits.ts";
import type { ExecResult } from "../exec-command.ts";
import type { SessionProcesses } from "../session-processes.ts";
import { sessionProgram } from "../session-program.ts";
import type { RunnerInput, RunnerOutput } from "./protocol.ts";

export interface PlaywrightRequest {
  code: string;
  timeoutSec: number;
  cdpUrl: string;
  /** Target id of the page for the code; null when unknown. */
  targetId: string | null;
  /** No other page will do. */
  only?: boolean;
}

export interface PlaywrightResult extends RunnerOutput {
  stdout: string;
  stderr: string;
}

/** Maximum size of each of stdout and stderr, in bytes. assumed: the API has no limit. */
const MAX_OUTPUT = 2 ** 20;
const MAX_RESULT = 8 * 2 ** 20;

/**
 * Runs Playwright code in a separate process inside the session (contract 2.5). Code that throws, exits or exceeds the
 * time limit gives a result with `success: false`. The CDP address is sent over stdin, so that neither environment nor
 * command line reveal its token. Throws the errors of {@link sessionProgram}.
 */
export async function executePlaywright(
  processes: SessionProcesses,
  { code, timeoutSec, cdpUrl, targetId, only = false }: PlaywrightRequest,
  signal: AbortSignal,
): Promise<PlaywrightResult> {
  const { file, playwright } = await sessionProgram(processes.paths, "playwright-runner.cjs");
  const input: RunnerInput = {
    cdpUrl,
    code,
    playwright,
    targetId,
    only,
    resultLimit: MAX_RESULT,
    codeName: CODE_NAME,
  };
  const result = await processes.exec(
    { command: processes.paths.node, args: [file], input: true, result: true },
    {
      timeoutSec,
      outputBytes: MAX_RESULT + MAX_OUTPUT,
      overflow: "drop",
      input: Buffer.from(JSON.stringify(input)),
    },
    signal,
  );
  return { ...outcome(result, timeoutSec), stdout: outputText(result, "stdout"), stderr: outputText(result, "stderr") };
}

function outcome({ ended, exitCode, output }: ExecResult, timeoutSec: number): RunnerOutput {
  const answer = parse(output.result);
  if (answer) return answer;
  if (ended === "timeout") {
    return { success: false, error: `the code did not end within ${timeoutSec} s (timeout_sec); it was killed` };
  }
  const how = exitCode > 128 ? `was ended by signal ${exitCode - 128}` : `ended with exit code ${exitCode}`;
  return { success: false, error: `the code's process ${how} before the code had returned` };
}

function parse(bytes: Buffer): RunnerOutput | undefined {
  try {
    const { success, result, error } = JSON.parse(bytes.toString()) as RunnerOutput;
    return {
      success: success === true,
      ...(result !== undefined && { result }),
      ...(error !== undefined && { error: String(error) }),
    };
  } catch {
    return undefined;
  }
}

function outputText({ output, dropped }: ExecResult, name: "stdout" | "stderr"): string {
  const bytes = output[name];
  const text = bytes.subarray(0, MAX_OUTPUT).toString();
  const left = Math.max(0, bytes.length - MAX_OUTPUT) + dropped[name];
  return left === 0 ? text : `${text}\n[${left} more bytes were left out]\n`;
}
