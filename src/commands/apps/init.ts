import { command } from "../../cli/declare/command.ts";

export const appsInit = command({
  words: "apps init",
  effects: "none",
  reads: false,
  summary: "Write an example app",
  description:
    "Writes an app in TypeScript that drives a browser, ready for apps deploy, and names it after its directory. A directory that has files is refused; --force replaces the files of the example and leaves all others.",
  args: { dir: { kind: "path", summary: 'Directory to write, "example-app" by default', required: false } },
  flags: { force: { kind: "boolean", summary: "Write into a directory that has files" } },
  examples: [
    { line: "apps init", does: "Write the example into ./example-app" },
    { line: "apps init my-app", does: "Start an app of your own" },
  ],
  output: async () => (await import("../lib/outputs.ts")).appsInitOutput,
  run: () => import("./init.run.ts"),
});
