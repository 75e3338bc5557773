import { command } from "../../cli/declare/command.ts";

export const localSeedProfile = command({
  words: "local seed-profile",
  effects: "none",
  summary: "Create a profile of the local service from cookies",
  operation: "local.profileImport",
  idField: "id",
  description:
    "Reads a list of cookies as browser add-ons export it (name, value, domain, path, expirationDate, hostOnly, ...), or the storage state that automation libraries write (cookies and localStorage). The result is a legacy profile: its download is JSON in every format.",
  args: { cookies: { kind: "path", summary: "JSON file; - is stdin" } },
  fields: { name: false },
  flags: {
    name: {
      kind: "string",
      placeholder: "NAME",
      required: true,
      summary: "Name of the profile",
      field: ["query", "name"],
    },
  },
  preview: "calls",
  columns: [
    { path: "created_at", as: "age" },
    { path: "updated_at", as: "age" },
  ],
  examples: [
    { line: "local seed-profile cookies.json --name work", does: "Start sessions with cookies of your own browser" },
    { line: "local seed-profile - --name test < state.json", does: "The same from a pipe" },
  ],
  run: () => import("./seed-profile.run.ts"),
});
