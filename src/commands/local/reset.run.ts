import type { BodyOf, Run } from "../../cli/declare/body.ts";
import { forgetRecords } from "./lib/local-context.ts";
import { workName } from "./lib/state-words.ts";
import type { localReset } from "./reset.ts";

type ResetBody = BodyOf<typeof localReset>;

/** Deletes everything that the service has stored, after confirmation. Asks nothing when there is nothing to delete. */
export const run: Run<typeof localReset> = async (body) => {
  const { confirm, consented, done, progress, settings, signal } = body;
  const stateDir = settings.resolved.state_dir.value;
  const { resetService, storedNames } = await import("../../service/lifecycle/reset.ts");
  if ((await storedNames(stateDir)).length === 0) {
    await forgetChoices(body);
    return done(`The local service has nothing stored in ${stateDir}.`, { state_dir: stateDir, deleted: false });
  }
  if (!consented) {
    const { liveWork } = await import("../../service/lifecycle/probe.ts");
    const name = workName(await liveWork(stateDir));
    const first = name === undefined ? "Delete" : `End ${name} and delete`;
    await confirm(`${first} everything the local service has stored in ${stateDir}?`, "machine");
  }
  await progress("Resetting the local service", () => resetService({ stateDir, signal }));
  await forgetChoices(body);
  return done(`Deleted the local service's state in ${stateDir}.`, { state_dir: stateDir, deleted: true });
};

/** Removes references to deleted records from the settings. */
async function forgetChoices(body: ResetBody): Promise<void> {
  for (const name of await forgetRecords(body)) {
    body.note(`note: context "${name}" works in the default project again; the project it had is deleted`);
  }
}
