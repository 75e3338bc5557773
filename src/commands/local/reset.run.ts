import { progress } from "../../cli/progress.ts";
import type { CommandRun } from "../../cli/spec.ts";

/** Deletes all that the service has stored, after asking. */
export const run: CommandRun = async (context) => {
  const { resolved, io, lifetime } = context;
  const stateDir = resolved.state_dir.value;
  await context.confirm(`Delete everything the local service has stored in ${stateDir}?`);
  const { resetService } = await import("../../service/lifecycle/reset.ts");
  await progress(io, "Resetting the local service", () => resetService({ stateDir, signal: lifetime.signal }));
  return {
    kind: "done",
    sentence: `Deleted the local service's state in ${stateDir}.`,
    value: { state_dir: stateDir, deleted: true },
  };
};
