import type { Check, Run } from "../../cli/declare/body.ts";
import { placeProblems, uninstallSkill } from "./lib/skill-files.ts";
import type { skillUninstall } from "./uninstall.ts";

export const check: Check<typeof skillUninstall> = ({ flags }) => placeProblems(flags);

/** Removes the guide; succeeds when there is none. */
export const run: Run<typeof skillUninstall> = async (tools) => {
  const { done, flags } = tools;
  const changes = await uninstallSkill(flags, tools);
  const changed = changes.filter(({ action }) => action === "removed" || action === "updated");
  if (changed.length === 0) return done("The guide is not installed there.", { changes });
  return done(
    changed.map(({ action, path }) => `${action === "removed" ? "Removed" : "Updated"} ${path}`),
    { changes },
  );
};
