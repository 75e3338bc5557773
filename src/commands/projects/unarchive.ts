import { command } from "../../cli/declare/command.ts";

export const projectsUnarchive = command({
  words: "projects unarchive",
  effects: "none",
  operation: "projects.get",
  watch: false,
  summary: "Restore an archived project",
  preview: "calls",
  examples: [
    { line: "projects unarchive shop", does: "Let it take requests again" },
    { line: "projects unarchive shop -o json", does: "The same, with the record as JSON" },
  ],
  run: () => import("./unarchive.run.ts"),
});
