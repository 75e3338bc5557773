import { progress } from "../../cli/progress.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { workName } from "./work-name.ts";

/**
 * Stops the service; one that does not run is what was wanted. At a terminal it asks before it ends sessions.
 * assumed: without a terminal it stops and says what it has ended, since scripts clean up with it.
 */
export const run: CommandRun = async (context) => {
  const { resolved, io, lifetime } = context;
  const stateDir = resolved.state_dir.value;
  const [{ liveWork }, { stopService }] = await Promise.all([
    import("../../service/lifecycle/live-work.ts"),
    import("../../service/lifecycle/stop.ts"),
  ]);
  const work = await liveWork(stateDir);
  const name = workName(work);
  if (name !== undefined && io.interactive) await context.confirm(`Stop the local service and end ${name}?`);
  const { was_running } = await progress(io, "Stopping the local service", () =>
    stopService({ stateDir, signal: lifetime.signal }),
  );
  const ended = was_running && work ? { ended_sessions: work.sessions, ended_invocations: work.invocations } : {};
  const stopped = `Stopped the local service${name === undefined ? "" : ` and ended ${name}`}.`;
  return {
    kind: "done",
    sentence: was_running ? stopped : "The local service was not running.",
    value: { was_running, state_dir: stateDir, ...ended },
  };
};
