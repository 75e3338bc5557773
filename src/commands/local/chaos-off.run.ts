import type { CommandRun } from "../../cli/spec.ts";
import { callLocalService, runningLocalService } from "./local-service.ts";

/** Ends the faults on purpose of the service that runs over this state folder; none is what was wanted. */
export const run: CommandRun = async (context) => {
  await callLocalService(context, runningLocalService(context), "local.chaosOff");
  return { kind: "done", sentence: "The local service fails on purpose no more.", value: { ok: true } };
};
