import type { Check, Run } from "../../cli/declare/body.ts";
import { commandHeads } from "../../generated/commands.ts";
import type { skillInstall } from "./install.ts";
import { skillGuide } from "./lib/guide.ts";
import { installSkill, placeProblems } from "./lib/skill-files.ts";

export const check: Check<typeof skillInstall> = ({ flags }) => placeProblems(flags);

/** Writes the guide, and says what was changed. */
export const run: Run<typeof skillInstall> = async (tools) => {
  const { done, flags } = tools;
  const changes = await installSkill(await skillGuide(commandHeads), flags, tools);
  const lines = changes.map(({ action, path }) =>
    action === "unchanged" ? `Already there: ${path}` : `${action === "created" ? "Created" : "Updated"} ${path}`,
  );
  return done(lines, { changes });
};
