import type { CommandRun } from "../../cli/spec.ts";
import { callLocalService, runningLocalService } from "./local-service.ts";

/** The faults on purpose of the service that runs over this state folder. */
export const run: CommandRun = async (context) => ({
  kind: "value",
  value: await callLocalService(context, runningLocalService(context), "local.chaosGet"),
});
