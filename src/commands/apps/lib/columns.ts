import { table } from "../../../cli/declare/command.ts";
import type { APP_REGION } from "../../../contract/limits.ts";
import type { AppVersion } from "../../../generated/types.ts";

/** A version of an app, as lists and the end of a deployment have it. */
export type AppRow = Pick<AppVersion, "app_name" | "version" | "actions" | "region" | "deployment">;

/** The only region of apps; a literal, because a constant of the contract would be loaded at every start. */
const only: typeof APP_REGION = "aws.us-east-1a";

/** Column of the region of an app or a deployment. */
export const regionColumn = { path: "region", usual: only } as const;

/** Columns of a table of versions of apps. */
export const appColumns = table<AppRow>([
  { path: "app_name", title: "app" },
  { path: "version" },
  { path: "actions", as: "names" },
  regionColumn,
  { path: "deployment" },
]);
