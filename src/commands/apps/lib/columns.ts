import { table } from "../../../cli/declare/command.ts";
import type { APP_REGION } from "../../../contract/limits.ts";
import type { AppVersion } from "../../../generated/types.ts";

/** Version of an app, as in lists and in the last event of a deployment. */
export type AppRow = Pick<AppVersion, "app_name" | "version" | "actions" | "region" | "deployment">;

/** The only region of apps; a literal, because importing the contract's constant would slow down every start. */
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
