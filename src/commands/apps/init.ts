import { command } from "../../cli/declare/command.ts";
import { appTemplates, DEFAULT_TEMPLATE } from "./lib/templates.ts";

export const appsInit = command({
  words: "apps init",
  effects: "none",
  reads: false,
  summary: "Write an example app",
  description:
    "Writes an app in TypeScript that drives a browser, ready for apps deploy, and names it after its directory; --from-template chooses its task. A directory that has files is refused; --force replaces the files of the template and leaves all others.",
  args: { dir: { kind: "path", summary: 'Directory to write, "example-app" by default', required: false } },
  flags: {
    fromTemplate: {
      kind: "enum",
      choices: appTemplates.map(({ name }) => name),
      placeholder: "NAME",
      default: DEFAULT_TEMPLATE,
      summary: "App to write; --template NAME too",
    },
    force: { kind: "boolean", summary: "Write into a directory that has files" },
  },
  examples: [
    { line: "apps init", does: "Write the example into ./example-app" },
    { line: "apps init my-app", does: "Start an app of your own" },
    ...appTemplates
      .filter(({ name }) => name !== DEFAULT_TEMPLATE)
      .map(({ name, summary }) => ({ line: `apps init my-${name} --from-template ${name}`, does: summary })),
  ],
  namesTemplate: "from-template",
  output: async () => (await import("../lib/outputs.ts")).appsInitOutput,
  run: () => import("./init.run.ts"),
});
