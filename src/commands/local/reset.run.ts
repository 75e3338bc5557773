import { progress } from "../../cli/progress.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { workName } from "./work-name.ts";

/** Deletes all that the service has stored, after asking. Nothing to delete is said without a question. */
export const run: CommandRun = async (context) => {
  const { resolved, io, lifetime } = context;
  const stateDir = resolved.state_dir.value;
  const { resetService, storedNames } = await import("../../service/lifecycle/reset.ts");
  if ((await storedNames(stateDir)).length === 0) {
    const value = { state_dir: stateDir, deleted: false };
    return { kind: "done", sentence: `The local service has nothing stored in ${stateDir}.`, value };
  }
  if (!context.globals.yes) {
    const { liveWork } = await import("../../service/lifecycle/live-work.ts");
    const name = workName(await liveWork(stateDir));
    const first = name === undefined ? "Delete" : `End ${name} and delete`;
    await context.confirm(`${first} everything the local service has stored in ${stateDir}?`);
  }
  await progress(io, "Resetting the local service", () => resetService({ stateDir, signal: lifetime.signal }));
  return {
    kind: "done",
    sentence: `Deleted the local service's state in ${stateDir}.`,
    value: { state_dir: stateDir, deleted: true },
  };
};
