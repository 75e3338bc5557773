import { command } from "../../cli/command.ts";

export const projectsUnarchive = command({
  words: "projects unarchive",
  operation: "projects.get",
  summary: "Restore an archived project",
  preview: "calls",
  examples: [{ line: "projects unarchive shop", does: "Let it take requests again" }],
  run: () => import("./unarchive.run.ts"),
});
