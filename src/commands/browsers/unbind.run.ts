import { resolve } from "node:path";
import type { Run } from "../../cli/declare/body.ts";
import { CliError } from "../../core/errors.ts";
import { chooseSession } from "./lib/current-session.ts";
import type { browsersUnbind } from "./unbind.ts";

/** Removes the session that is stored for a directory. Exit 2 where none is. */
export const run: Run<typeof browsersUnbind> = async (body) => {
  const { args, cwd, done } = body;
  const directory = resolve(cwd, args.dir ?? ".");
  if (!(await chooseSession(body, undefined, directory))) {
    throw new CliError("usage", `no session is chosen for ${directory}`, {
      code: "not_bound",
      hint: "browserctl config explain shows the current session and its origin",
    });
  }
  return done(`Commands in ${directory} have no session of their own any more.`, { directory, removed: true });
};
