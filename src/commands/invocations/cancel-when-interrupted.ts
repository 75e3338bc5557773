import type { CommandContext } from "../../cli/context.ts";
import type { ApiClient } from "../../client/call.ts";
import { CliError } from "../../core/errors.ts";
import { cancelInvocation } from "./cancel-invocation.ts";

/** Milliseconds after an interruption in which the service may still answer. */
const GRACE_MS = 30_000;
/** Milliseconds after which the wait for it is said. */
const SLOW_MS = 1_000;

/**
 * A client whose calls outlive an interruption for 30 seconds: what a call has begun is known then, and can be
 * cancelled. A second signal does not wait for it.
 */
export function lastingClient({ io, lifetime, client }: CommandContext): Promise<ApiClient> {
  const { signal } = lifetime;
  const end = new AbortController();
  const interrupted = (): void => {
    setTimeout(() => io.note("waiting for the service to cancel it; Ctrl-C leaves at once"), SLOW_MS).unref();
    setTimeout(() => end.abort(signal.reason), GRACE_MS).unref();
  };
  signal.addEventListener("abort", interrupted, { once: true });
  return client({ signal: end.signal });
}

/**
 * Cancels an invocation when the command is interrupted, and says what became of it, in the JSON form of the
 * interruption too. Returns the way to leave it alone.
 */
export function cancelWhenInterrupted(context: CommandContext, client: ApiClient, id: string): () => void {
  const { io, lifetime } = context;
  return lifetime.defer(async () => {
    // It is not ended because something broke here.
    if (!lifetime.signal.aborted) return;
    const reason: unknown = lifetime.signal.reason;
    const say = (cancelled: boolean, sentence: string, hint?: string): void => {
      io.note(sentence);
      if (!(reason instanceof CliError)) return;
      reason.options.extra = { ...reason.options.extra, invocation: id, cancelled };
      reason.options.hint ??= hint;
    };
    try {
      const { record, browsers } = await cancelInvocation(context, client, id);
      const hint = browsers?.options.hint;
      if (record) say(true, `cancelled invocation ${id}`, hint);
      else say(false, `invocation ${id} had ended already`, hint);
      if (browsers) io.note(`warning: ${browsers.message}`);
    } catch (error) {
      const why = error instanceof CliError && error !== reason ? error.message : "the service did not answer in time";
      const again = `browserctl invocations cancel ${id} --yes`;
      say(false, `warning: invocation ${id} could not be cancelled: ${why}`, again);
    }
  });
}
