import type { Run } from "../../cli/declare/body.ts";
import { workIn } from "./lib/agent-calls.ts";
import type { browsersRead } from "./read.ts";

/** Prints a part of the text; with `--out` all of it goes to a file. */
export const run: Run<typeof browsersRead> = async (tools) => {
  const { anyValue, bytes, flags, note, request, text, wantsValue } = tools;
  const { force, out } = flags;
  const { id } = request.params;
  const read = await workIn(tools, id, "read", { ...request.body, ...(out !== undefined && { all: true }) });
  const part = request.body?.part ?? 1;
  if (read.part < part) note(`There are ${read.parts} parts; the last one is shown.`);
  if (out === undefined) return wantsValue ? anyValue(read) : text(read.text);
  note(read.text.slice(0, read.text.indexOf("\n")));
  return bytes(new TextEncoder().encode(`${read.markdown}\n`), { binary: false, out, force });
};
