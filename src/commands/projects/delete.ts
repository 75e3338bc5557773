import { command } from "../../cli/declare/command.ts";

export const projectsDelete = command({
  words: "projects delete",
  effects: "none",
  operation: "projects.delete",
  description:
    "Only an empty project is deleted: no running session or invocation, no profile, extension, app or other resource. Its API keys stop working. The default project stays.",
  question: { about: "projects.get", text: "Delete project {thing}? Its API keys stop working." },
  done: "Deleted project {id_or_name}.",
  examples: [
    { line: "projects delete shop", does: "Delete one, after confirmation" },
    { line: "projects delete shop --yes", does: "Delete it in a script" },
  ],
});
