import { command } from "../../cli/declare/command.ts";

export const projectsArchive = command({
  words: "projects archive",
  effects: "none",
  operation: "projects.get",
  watch: false,
  summary: "Archive a project",
  description:
    "An archived project takes no requests and no new resources; what is stored in it stays. While sessions, invocations or builds run in it, it is not archived: end them first. The default project is always active.",
  question: {
    about: "projects.get",
    text: "Archive project {thing}? It takes no requests until it is restored.",
    over: { states: ["archived"], sentence: "Project {id_or_name} is already archived." },
  },
  preview: "calls",
  examples: [
    { line: "projects archive shop", does: "Archive one, after confirmation" },
    { line: "projects archive shop --yes", does: "Archive it in a script" },
  ],
  run: () => import("./archive.run.ts"),
});
