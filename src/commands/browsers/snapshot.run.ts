import type { Check, Run } from "../../cli/declare/body.ts";
import { workIn } from "./lib/agent-calls.ts";
import { patternProblems } from "./lib/filter-problems.ts";
import type { browsersSnapshot } from "./snapshot.ts";

export const check: Check<typeof browsersSnapshot> = ({ request: { body } }) => patternProblems("--find", body?.find);

/** Prints the lines; with `--out` all of them go to a file. */
export const run: Run<typeof browsersSnapshot> = async (tools) => {
  const { anyValue, bytes, flags, note, request, text, wantsValue } = tools;
  const { force, out } = flags;
  const { id } = request.params;
  const snapshot = await workIn(tools, id, "snapshot", { ...request.body, ...(out !== undefined && { all: true }) });
  if (out === undefined) return wantsValue ? anyValue(snapshot) : text(snapshot.text);
  note(snapshot.text.slice(0, snapshot.text.indexOf("\n")));
  return bytes(new TextEncoder().encode(snapshot.text), { binary: false, out, force });
};
