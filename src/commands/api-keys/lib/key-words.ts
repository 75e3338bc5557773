import { table } from "../../../cli/declare/command.ts";
import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import type { ApiKey } from "../../../generated/types.ts";

/** Flags of the commands that give a new key. */
export const newKeyFlags = {
  expiresIn: {
    kind: "duration",
    unit: "days",
    placeholder: "TIME",
    summary: "Lifetime such as 90d, in whole days; the same as --days-to-expire",
    field: ["body", "days_to_expire"],
  },
  outFile: {
    kind: "string",
    placeholder: "FILE",
    summary: "Write the key to this file (mode 0600) instead of stdout",
  },
  force: { kind: "boolean", summary: "Replace the file if it exists" },
} as const satisfies Record<string, FlagDeclaration<"apiKeys.create">>;

/** Columns of a table of API keys. */
export const apiKeyColumns = table<ApiKey>([
  { path: "id" },
  { path: "name" },
  { path: "masked_key", title: "key" },
  { path: "project_name", title: "project" },
  { path: "created_at", title: "created", as: "age" },
  { path: "expires_at", title: "expires", as: "until", none: "never" },
  { path: "deleted_at", title: "deleted", as: "age" },
]);
