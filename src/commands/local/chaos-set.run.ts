import type { CommandRun } from "../../cli/spec.ts";
import { usageError } from "../../core/errors.ts";
import { readChaos } from "./chaos-words.ts";
import { callLocalService, runningLocalService } from "./local-service.ts";

/** Sets faults on purpose in the service that runs over this state folder. */
export const run: CommandRun = async (context) => {
  const spec = context.args[0] ?? "";
  const { problems } = readChaos(spec, "<faults>");
  if (problems.length > 0) throw usageError(problems, `browserctl ${context.spec.words} --help`);
  const local = runningLocalService(context);
  const state = (await callLocalService(context, local, "local.chaosSet", { body: { spec } })) as { spec: string };
  return { kind: "done", sentence: `The local service fails on purpose: ${state.spec}.`, value: state };
};
