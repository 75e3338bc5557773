import type { Run } from "../../cli/body.ts";
import type { localReset } from "./reset.ts";
import { workName } from "./work-name.ts";

/** Deletes everything that the service has stored, after confirmation. Asks nothing when there is nothing to delete. */
export const run: Run<typeof localReset> = async ({ confirm, consented, done, progress, settings, signal }) => {
  const stateDir = settings.resolved.state_dir.value;
  const { resetService, storedNames } = await import("../../service/lifecycle/reset.ts");
  if ((await storedNames(stateDir)).length === 0) {
    return done(`The local service has nothing stored in ${stateDir}.`, { state_dir: stateDir, deleted: false });
  }
  if (!consented) {
    const { liveWork } = await import("../../service/lifecycle/live-work.ts");
    const name = workName(await liveWork(stateDir));
    const first = name === undefined ? "Delete" : `End ${name} and delete`;
    await confirm(`${first} everything the local service has stored in ${stateDir}?`, "machine");
  }
  await progress("Resetting the local service", () => resetService({ stateDir, signal }));
  return done(`Deleted the local service's state in ${stateDir}.`, { state_dir: stateDir, deleted: true });
};
