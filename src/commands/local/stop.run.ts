import { progress } from "../../cli/progress.ts";
import type { CommandRun } from "../../cli/spec.ts";

/** Stops the service; one that does not run is what was wanted. */
export const run: CommandRun = async ({ resolved, io, lifetime }) => {
  const { stopService } = await import("../../service/lifecycle/stop.ts");
  const stateDir = resolved.state_dir.value;
  const stopped = await progress(io, "Stopping the local service", () =>
    stopService({ stateDir, signal: lifetime.signal }),
  );
  return {
    kind: "done",
    sentence: stopped.was_running ? "Stopped the local service." : "The local service was not running.",
    value: { was_running: stopped.was_running, state_dir: stateDir },
  };
};
