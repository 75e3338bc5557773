import { table } from "../../../cli/declare/command.ts";
import type { Profile } from "../../../generated/types.ts";

/** Columns of a table of profiles. */
export const profileColumns = table<Profile>([
  { path: "id" },
  { path: "name" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
  { path: "last_used_at", title: "last used", as: "age" },
]);
