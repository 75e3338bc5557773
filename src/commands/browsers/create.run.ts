import type { BodyOf, Run } from "../../cli/body.ts";
import type { Browser } from "../../generated/types.ts";
import type { browsersCreate } from "./create.ts";

/** Creates a session and shows it. */
export const run: Run<typeof browsersCreate> = async (body) => {
  const session = await body.call("browsers.create", body.request);
  noteIdleLimit(body, session);
  return body.record(session);
};

/** Names the idle limit of a new session to a person at a terminal who did not choose one. */
function noteIdleLimit(
  { note, output, request, tty }: BodyOf<typeof browsersCreate>,
  { timeout_seconds }: Browser,
): void {
  if (request.body?.timeout_seconds !== undefined || !tty.stderr || output === "json" || output === "jsonl") return;
  note(
    `note: the session ends after ${timeout_seconds}s without a request or a connected client; --timeout-seconds sets another limit`,
  );
}
