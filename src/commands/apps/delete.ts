import { command } from "../../cli/declare/command.ts";

export const appsDelete = command({
  words: "apps delete",
  effects: "none",
  summary: "Delete an app",
  description:
    "Stops the deployment of each of its versions, so that it can no longer be invoked. Running invocations continue. Records of its deployments and invocations stay.",
  args: { app: { summary: "Name of the app" } },
  flags: { appVersion: { kind: "string", summary: "Only this version" } },
  requests: true,
  calls: ["apps.list", "deployments.delete"],
  exits: { declined: "declined by the user; nothing was done" },
  examples: [
    { line: "apps delete example", does: "Delete an app with all its versions, after confirmation" },
    { line: "apps delete example --app-version 1.4.0 --yes", does: "Delete one version in a script" },
  ],
  output: async () => (await import("../lib/outputs.ts")).appsDeleteOutput,
  run: () => import("./delete.run.ts"),
});
