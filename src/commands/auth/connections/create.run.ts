import type { Check, Run } from "../../../cli/body.ts";
import type { authConnectionsCreate } from "./create.ts";
import { settingsProblems } from "./settings-problems.ts";

export const check: Check<typeof authConnectionsCreate> = settingsProblems;

/** Creates an auth connection, shows it, and names the command that logs it in. */
export const run: Run<typeof authConnectionsCreate> = async ({ call, note, record, request, wantsValue }) => {
  const connection = await call("authConnections.create", request);
  if (!wantsValue) note(`next:  browserctl auth connections login ${connection.id}`);
  return record(connection);
};
