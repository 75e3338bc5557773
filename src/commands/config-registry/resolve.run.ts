import type { Run } from "../../cli/declare/body.ts";
import { commandLine } from "../../core/command-line.ts";
import type { configRegistryResolve } from "./resolve.ts";

/** Starts an analysis, and names the command that shows its result. */
export const run: Run<typeof configRegistryResolve> = async ({ call, record, request }) => {
  const state = await call("configRegistry.resolve", request);
  const { analysis } = state;
  const next = analysis?.status === "running" ? [commandLine`config-registry analyses get ${analysis.id}`] : undefined;
  return record(state, { next });
};
