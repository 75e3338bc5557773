import type { Needs } from "../../../cli/declare/body.ts";
import { abortLater } from "../../../core/abort.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";
import { cancelInvocation } from "./cancel-invocation.ts";

/** Milliseconds after which the wait for the service is noted. */
const SLOW_MS = 1_000;

type Tools = Needs<"call" | "defer" | "note" | "signal">;

/** Prints a note after an interruption that the command waits for the service. A second signal ends the wait. */
export function noteSlowCancel({ note, signal }: Pick<Tools, "note" | "signal">): void {
  const slow = (): void => note("waiting for the service to cancel it; press Ctrl-C to leave now");
  abortLater(signal, SLOW_MS).addEventListener("abort", slow, { once: true });
}

/**
 * Cancels an invocation when the command is interrupted. The error of the interruption, and its JSON form, report the
 * outcome. Returns a function that turns it off.
 */
export function cancelWhenInterrupted(tools: Tools, id: string): () => void {
  const { defer, note, signal } = tools;
  return defer(async () => {
    // A local failure does not cancel the invocation.
    if (!signal.aborted) return;
    const reason: unknown = signal.reason;
    const { cancelled, hint, sentence } = await cancelledNow(tools, id, reason);
    if (!(reason instanceof CliError)) return note(sentence);
    reason.message += `; ${sentence}`;
    reason.options.extra = { ...reason.options.extra, invocation: id, cancelled };
    reason.options.hint ??= hint;
  });
}

interface CancelReport {
  readonly cancelled: boolean;
  readonly sentence: string;
  /** Next command. */
  readonly hint?: string | undefined;
}

async function cancelledNow(tools: Tools, id: string, reason: unknown): Promise<CancelReport> {
  try {
    const { record, browsers } = await cancelInvocation(tools, id);
    const cancelled = record !== undefined;
    if (browsers) return { cancelled, sentence: browsers.message, hint: browsers.options.hint };
    return { cancelled, sentence: `invocation ${id} ${cancelled ? "is cancelled" : "has already ended"}` };
  } catch (error) {
    const why = error instanceof CliError && error !== reason ? error.message : "the service did not answer in time";
    const hint = commandLine`invocations cancel ${id} --yes`;
    return { cancelled: false, sentence: `invocation ${id} could not be cancelled: ${why}`, hint };
  }
}
