import type { Run } from "../../../cli/declare/body.ts";
import { answerDialogIn, printMove } from "../lib/agent-calls.ts";
import type { dialogDismiss } from "./dismiss.ts";

/** Prints the page that the dialog has blocked. */
export const run: Run<typeof dialogDismiss> = async (tools) => {
  const { request } = tools;
  const { id } = request.params;
  return printMove(tools, id, await answerDialogIn(tools, id, { accept: false }));
};
