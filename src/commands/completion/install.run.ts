import type { Run } from "../../cli/declare/body.ts";
import type { completionInstall } from "./install.ts";
import { installCompletion } from "./lib/installation.ts";
import { homeOf, placeOf } from "./lib/places.ts";
import { chosenShell } from "./lib/shell.ts";

/** Installs the completion of a shell, and says what was changed. */
export const run: Run<typeof completionInstall> = async ({ args, cwd, defer, done, env, signal }) => {
  const home = homeOf(env);
  const shell = await chosenShell(args.shell, env);
  const place = await placeOf(shell, env, home);
  const changes = await installCompletion(shell, place, { cwd, defer, home, signal });
  const changed = changes.filter(({ action }) => action !== "unchanged");
  const record = { shell, changes, load: place.load };
  if (changed.length === 0) return done(`Completion is already installed for ${shell}: ${place.script}`, record);
  const lines = changed.map(({ action, path }) => `${action === "created" ? "Created" : "Updated"} ${path}`);
  return done([...lines, `Completion works in a new ${shell}; in this one: ${place.load}`], record);
};
