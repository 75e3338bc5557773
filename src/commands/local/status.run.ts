import type { CommandRun } from "../../cli/spec.ts";
import { callLocalService, runningLocalService } from "./local-service.ts";

/** What the service of this state folder says of itself; exit 5 when none runs. */
export const run: CommandRun = async (context) => {
  const local = runningLocalService(context);
  const status = (await callLocalService(context, local, "local.status")) as object;
  return { kind: "value", value: { base_url: local.base_url, ...status }, columns: context.spec.columns };
};
