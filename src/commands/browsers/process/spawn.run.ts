import type { Check, Run } from "../../../cli/declare/body.ts";
import { commandProblems, withCommand } from "./lib/command-words.ts";
import type { processSpawn } from "./spawn.ts";

export const check: Check<typeof processSpawn> = ({ request, rest }) => commandProblems(rest, request.body);

/** Starts the command and prints the record of its process. */
export const run: Run<typeof processSpawn> = async ({ call, record, request, rest }) =>
  record(await call("process.spawn", { params: request.params, body: withCommand(rest, request.body) }));
