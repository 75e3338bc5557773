import type { BodyTools } from "../../cli/body.ts";
import type { CommandTypes } from "../../cli/declaration.ts";
import { abortLater } from "../../core/abort.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import { cancelInvocation } from "./cancel-invocation.ts";

/** Milliseconds after which the wait for the service is noted. */
const SLOW_MS = 1_000;

type Tools = Pick<BodyTools<CommandTypes>, "call" | "defer" | "note" | "signal">;

/** Notes after an interruption that the command waits for the service. A second signal does not wait. */
export function noteSlowCancel({ note, signal }: Pick<Tools, "note" | "signal">): void {
  const slow = (): void => note("waiting for the service to cancel it; press Ctrl-C to leave now");
  abortLater(signal, SLOW_MS).addEventListener("abort", slow, { once: true });
}

/**
 * Cancels an invocation when the command is interrupted, and reports the result, also in the JSON form of the
 * interruption. Returns a function that turns it off.
 */
export function cancelWhenInterrupted(tools: Tools, id: string): () => void {
  const { defer, note, signal } = tools;
  return defer(async () => {
    // It is not ended because something broke here.
    if (!signal.aborted) return;
    const reason: unknown = signal.reason;
    const report = (cancelled: boolean, sentence: string, hint?: string): void => {
      note(sentence);
      if (!(reason instanceof CliError)) return;
      reason.options.extra = { ...reason.options.extra, invocation: id, cancelled };
      reason.options.hint ??= hint;
    };
    try {
      const { record, browsers } = await cancelInvocation(tools, id);
      const hint = browsers?.options.hint;
      if (record) report(true, `cancelled invocation ${id}`, hint);
      else report(false, `invocation ${id} has already ended`, hint);
      if (browsers) note(`warning: ${browsers.message}`);
    } catch (error) {
      const why = error instanceof CliError && error !== reason ? error.message : "the service did not answer in time";
      const again = commandLine`invocations cancel ${id} --yes`;
      report(false, `warning: invocation ${id} could not be cancelled: ${why}`, again);
    }
  });
}
