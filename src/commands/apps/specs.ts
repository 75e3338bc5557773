import { progressFlag } from "../../cli/byte-progress.ts";
import { command } from "../../cli/spec.ts";
import { appColumns } from "./columns.ts";

export const appsInit = command({
  words: "apps init",
  summary: "Write an example app",
  description:
    "Writes an app in TypeScript that drives a browser, ready for apps deploy, and names it after its directory. A folder that has files is refused; --force replaces the files of the example there and leaves all others.",
  args: [{ name: "dir", kind: "path", summary: 'Folder to write, "example-app" when left out', required: false }],
  flags: [{ name: "force", kind: "boolean", summary: "Write into a folder that has files" }],
  examples: [
    { line: "apps init", does: "Write the example into ./example-app" },
    { line: "apps init my-app", does: "Start an app of your own" },
  ],
  run: () => import("./init.run.ts"),
});

export const appsDeploy = command({
  words: "apps deploy",
  operation: "deployments.create",
  description:
    "Packs the app's folder, uploads it and follows the deployment until it runs: exit 0, or 8 when it fails. The app's log goes to stderr. Left out of the archive are .git, node_modules, files named .env, the file of --env-file, what editors leave behind, and what .gitignore in the app's folder names. The service has browserctl/app and playwright-core; other packages go along with --include-modules. In a folder the entry is what package.json names as source or main, or else app.ts, app.js, index.ts, index.js, src/app.ts or src/index.ts.",
  args: [{ name: "entry|dir", kind: "path", summary: "Entry file of the app, or its folder", required: true }],
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
  flags: [
    {
      name: "env-file",
      kind: "string",
      placeholder: "FILE",
      summary: "Variables from a file of KEY=VALUE lines; - is stdin; --env goes before it",
    },
    {
      name: "root",
      kind: "string",
      placeholder: "DIR",
      summary: "Folder to pack; that of the entry, or the one named, when left out",
    },
    { name: "include-modules", kind: "boolean", summary: "Pack node_modules too" },
    { name: "no-follow", kind: "boolean", summary: "Give the deployment at once, before it runs or has failed" },
    progressFlag,
  ],
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

export const appsDelete = command({
  words: "apps delete",
  summary: "Delete an app",
  description:
    "Stops the deployment of each of its versions: nothing more can be invoked of it. Invocations that run go on. Records of its deployments and invocations stay.",
  args: [{ name: "app", summary: "Name of the app", required: true }],
  flags: [{ name: "app-version", kind: "string", summary: "Only this version" }],
  requests: true,
  examples: [
    { line: "apps delete example", does: "Delete an app with all its versions, after confirmation" },
    { line: "apps delete example --app-version 1.4.0 --yes", does: "Delete one version in a script" },
  ],
  run: () => import("./delete.run.ts"),
});

export const appsList = command({
  words: "apps list",
  operation: "apps.list",
  columns: appColumns,
  examples: [
    { line: "apps list", does: "Show apps, their versions and actions" },
    { line: "apps list --app-name example --query '[0].actions[].name'", does: "The actions of the latest version" },
  ],
});
