import { table } from "../../../cli/declare/command.ts";
import type { ApiKey } from "../../../generated/types.ts";

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
