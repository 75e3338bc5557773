import { callAndRender } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { withCommand } from "./exec-body.ts";

/** Starts the command and prints its record. */
export const run: CommandRun = async (context) => callAndRender({ ...context, request: withCommand(context) });
