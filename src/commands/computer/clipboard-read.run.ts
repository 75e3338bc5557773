import { preview } from "../../cli/call-and-render.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { sanitize } from "../../core/sanitize.ts";

/** The text itself, exact in a pipe; a terminal gets it made safe, on lines of its own. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { io, globals, operation, request } = context;
  if (!operation) throw new Error("reading the clipboard is a call");
  const client = await context.client();
  const value = (await client.call(operation, request)) as { text: string };
  if (globals.output !== "text" || globals.query !== undefined || globals.fields !== undefined)
    return { kind: "value", value };
  if (!io.tty.stdout || value.text === "") return { kind: "text", text: value.text };
  return { kind: "text", text: `${sanitize(value.text).replace(/\n$/, "")}\n` };
};
