import type { Run } from "../../cli/declare/body.ts";
import { workName } from "./lib/state-words.ts";
import type { localStop } from "./stop.ts";

/**
 * Stops the service; succeeds when it does not run. At a terminal it asks before it ends sessions. assumed: without a
 * terminal it stops without a question and reports the ended sessions, because scripts use it for cleanup.
 */
export const run: Run<typeof localStop> = async ({ confirm, done, interactive, progress, settings, signal }) => {
  const stateDir = settings.resolved.state_dir.value;
  const [{ liveWork }, { stopService }] = await Promise.all([
    import("../../service/lifecycle/probe.ts"),
    import("../../service/lifecycle/stop.ts"),
  ]);
  const work = await liveWork(stateDir);
  const name = workName(work);
  if (name !== undefined && interactive) await confirm(`Stop the local service and end ${name}?`, "machine");
  const { was_running } = await progress("Stopping the local service", () => stopService({ stateDir, signal }));
  const ended = was_running && work ? { ended_sessions: work.sessions, ended_invocations: work.invocations } : {};
  const stopped = `Stopped the local service${name === undefined ? "" : ` and ended ${name}`}.`;
  return done(was_running ? stopped : "The local service was not running.", {
    was_running,
    state_dir: stateDir,
    ...ended,
  });
};
