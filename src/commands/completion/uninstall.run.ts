import type { Run } from "../../cli/declare/body.ts";
import { uninstallCompletion } from "./lib/installation.ts";
import { homeOf, placeOf } from "./lib/places.ts";
import { chosenShell } from "./lib/shell.ts";
import type { completionUninstall } from "./uninstall.ts";

/** Removes the installed completion of a shell; succeeds when there is none. */
export const run: Run<typeof completionUninstall> = async ({ args, cwd, defer, done, env, signal }) => {
  const home = homeOf(env);
  const shell = await chosenShell(args.shell, env);
  const changes = await uninstallCompletion(await placeOf(shell, env, home), { cwd, defer, home, signal });
  const changed = changes.filter(({ action }) => action === "removed" || action === "updated");
  if (changed.length === 0) return done(`Completion is not installed for ${shell}.`, { shell, changes });
  const lines = changed.map(({ action, path }) => `${action === "removed" ? "Removed" : "Updated"} ${path}`);
  return done(lines, { shell, changes });
};
