import type { Check, Run } from "../../../cli/body.ts";
import type { authConnectionsCreate } from "./create.ts";
import { settingsProblems } from "./settings-problems.ts";

export const check: Check<typeof authConnectionsCreate> = settingsProblems;

export const run: Run<typeof authConnectionsCreate> = async ({ call, record, request }) =>
  record(await call("authConnections.create", request));
