import { progressFlags } from "../../cli/byte-progress.ts";
import { command } from "../../cli/command.ts";
import { appColumns } from "./columns.ts";

export const appsDeploy = command({
  words: "apps deploy",
  operation: "deployments.create",
  description:
    "Packs the app's folder, uploads it and follows the deployment until it runs: exit 0, or 8 when it fails. The app's log goes to stderr. Left out of the archive are .git, node_modules, files named .env, the file of --env-file, what editors leave behind, and what .gitignore in the app's folder names. The service has browserctl/app and playwright-core; other packages go along with --include-modules. In a folder the entry is what package.json names as source or main, or else app.ts, app.js, index.ts, index.js, src/app.ts or src/index.ts.",
  args: { source: { word: "entry|dir", kind: "path", summary: "Entry file of the app, or its folder" } },
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
      summary: "Variables from a file of KEY=VALUE lines; - is stdin; --env goes before it",
    },
    root: {
      kind: "string",
      placeholder: "DIR",
      summary: "Folder to pack; that of the entry, or the one named, when left out",
    },
    includeModules: { kind: "boolean", summary: "Pack node_modules too" },
    noFollow: { kind: "boolean", summary: "Give the deployment at once, before it runs or has failed" },
    ...progressFlags,
  },
  columns: appColumns,
  examples: [
    { line: "apps deploy example-app", does: "Deploy the app of a folder" },
    {
      line: "apps deploy src/shop.ts --root . --app-version 1.4.0 --env-file prod.env",
      does: "Pack this folder, with an entry in it, as a version of its own",
    },
    { line: "apps deploy shop --include-modules --env LEVEL=debug", does: "Take its packages along" },
  ],
  run: () => import("./deploy.run.ts"),
});
