import { command } from "../../cli/declare/command.ts";
import { appColumns } from "./lib/columns.ts";

export const appsDeployRepo = command({
  words: "apps deploy-repo",
  summary: "Deploy an app from a git repository",
  effects: "none",
  operation: "deployments.create",
  description:
    "The service fetches one commit of the repository and deploys it; this command follows the deployment until it runs or fails, with the app's log on stderr. The local service does so with the machine's git, which takes any address over https, http, ssh or file, and runs nothing of the repository. A hosted service takes those of GitHub.",
  args: {
    url: { fills: "source.url", summary: "Address of the repository, or an absolute path of the service's machine" },
  },
  filled: ["source"],
  fields: {
    file: false,
    entrypoint_rel_path: false,
    source: false,
    version: { placeholder: "VERSION" },
    env_vars: { name: "env", kind: "pairs", placeholder: "KEY=VALUE", summary: "Variable of its invocations" },
  },
  flags: {
    ref: {
      kind: "string",
      placeholder: "REF",
      fills: "source.ref",
      required: true,
      summary: "Branch, tag, or all 40 digits of a commit",
    },
    entrypoint: {
      kind: "string",
      placeholder: "FILE",
      fills: "source.entrypoint",
      required: true,
      summary: "Entry file, from the directory of --path",
    },
    path: {
      kind: "string",
      placeholder: "REPO_DIR",
      fills: "source.path",
      summary: "Directory of the app in the repository; its root by default",
    },
    repoToken: {
      kind: "string",
      placeholder: "SOURCE",
      fills: "source.auth.token",
      summary: "Token that may read the repository; SOURCE is @FILE, env:NAME or - (stdin), never the token itself",
    },
    envFile: {
      kind: "string",
      placeholder: "FILE",
      summary: "Variables from a file of KEY=VALUE lines; - is stdin; --env overrides it",
    },
    noFollow: { kind: "boolean", summary: "Print the deployment at once, before it runs or fails" },
  },
  columns: appColumns,
  exits: { "outcome-failed": "the deployment failed", "outcome-unknown": "its state stays unknown" },
  seeAlso: ["apps deploy", "deployments tail"],
  examples: [
    {
      line: "apps deploy-repo https://github.com/example/shop --ref main --entrypoint src/shop.ts",
      does: "Deploy the newest commit of a branch",
    },
    {
      line: "apps deploy-repo https://github.com/example/apps --ref v1.4.0 --path apps/shop --entrypoint shop.ts --repo-token env:REPO_TOKEN --app-version 1.4.0",
      does: "Deploy a directory of a private repository, as a version of its own",
    },
  ],
  output: async () => (await import("../lib/outputs.ts")).appsDeployOutput(),
  run: () => import("./deploy-repo.run.ts"),
});
