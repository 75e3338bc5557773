import { command } from "../../cli/declare/command.ts";
import { progressFlags } from "../../cli/transfer/progress-flags.ts";
import { appColumns } from "./lib/columns.ts";

export const appsDeploy = command({
  words: "apps deploy",
  effects: "none",
  operation: "deployments.create",
  description:
    "Packs the app's directory, uploads it and follows the deployment until it runs or fails; the app's log goes to stderr. The archive leaves out .git, node_modules (unless --include-modules), files named .env, the file of --env-file, files of editors, and what .gitignore in the app's directory names. The entry of a directory is source or main of its package.json, or else app.ts, app.js, index.ts, index.js, src/app.ts or src/index.ts.",
  args: { source: { word: "entry|dir", kind: "path", summary: "Entry file of the app, or its directory" } },
  filled: ["file", "entrypoint_rel_path"],
  fields: {
    entrypoint_rel_path: false,
    source: false,
    version: { placeholder: "VERSION" },
    env_vars: {
      name: "env",
      kind: "pairs",
      placeholder: "KEY=VALUE",
      summary: "Variable of its invocations",
    },
  },
  flags: {
    envFile: {
      kind: "string",
      placeholder: "FILE",
      summary: "Variables from a file of KEY=VALUE lines; - is stdin; --env overrides it",
    },
    root: {
      kind: "string",
      placeholder: "DIR",
      summary: "Directory to pack; that of the entry, or the named one, by default",
    },
    includeModules: { kind: "boolean", summary: "Also pack node_modules" },
    noFollow: { kind: "boolean", summary: "Print the deployment at once, before it runs or fails" },
    ...progressFlags,
  },
  columns: appColumns,
  exits: { "outcome-failed": "the deployment failed", "outcome-unknown": "its state stays unknown" },
  seeAlso: ["invoke", "deployments tail"],
  examples: [
    { line: "apps deploy example-app", does: "Deploy the app of a directory" },
    {
      line: "apps deploy src/shop.ts --root . --app-version 1.4.0 --env-file prod.env",
      does: "Pack this directory, with an entry in it, as a version of its own",
    },
    { line: "apps deploy shop --include-modules --env LEVEL=debug", does: "Include its packages" },
  ],
  output: async () => (await import("../lib/outputs.ts")).appsDeployOutput(),
  run: () => import("./deploy.run.ts"),
});
