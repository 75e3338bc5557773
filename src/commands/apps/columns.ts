import { table } from "../../cli/command.ts";
import { APP_REGION } from "../../contract/limits.ts";
import type { AppVersion } from "../../generated/types.ts";

/** A version of an app, as lists and the end of a deployment have it. */
export type AppRow = Pick<AppVersion, "app_name" | "version" | "actions" | "region" | "deployment">;

/** Columns of a table of versions of apps. */
export const appColumns = table<AppRow>([
  { path: "app_name", title: "app" },
  { path: "version" },
  { path: "actions", as: "names" },
  { path: "region", usual: APP_REGION },
  { path: "deployment" },
]);
