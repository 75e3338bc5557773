import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import type { Browser } from "../../generated/types.ts";
import type { browsersCreate } from "./create.ts";

/** Creates a session and shows it. */
export const run: Run<typeof browsersCreate> = async (body) => {
  const session = await body.call("browsers.create", body.request);
  await noteIdleLimit(body, session);
  return body.record(session);
};

/**
 * Prints the idle limit of a new session on stderr, also in a pipe and with `--quiet`, because a session may end
 * unnoticed. Programs that read JSON find the limit in the record.
 */
async function noteIdleLimit(
  { client, log, output, request }: BodyOf<typeof browsersCreate>,
  { name, session_id, timeout_seconds }: Browser,
): Promise<void> {
  if (request.body?.timeout_seconds !== undefined || output === "json" || output === "jsonl") return;
  const ways = (await client()).isLocal
    ? `${commandLine`browsers keep ${name ?? session_id}`} keeps it for an hour, --timeout-seconds sets another limit`
    : "--timeout-seconds sets another limit";
  await log(`note: the session ends after ${timeout_seconds}s without a request or a connected client; ${ways}\n`);
}
