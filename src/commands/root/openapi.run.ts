import { toOut } from "../../cli/out-file.ts";
import type { CommandRun } from "../../cli/spec.ts";

/** Prints the document that the service serves at `/openapi.json`. */
export const run: CommandRun = async (context) => {
  const { default: document } = await import("../../generated/openapi.json", { with: { type: "json" } });
  const { globals, flags } = context;
  const form = globals.output !== "text" || globals.query !== undefined || globals.fields !== undefined;
  // A file gets the document itself, whatever the form of what is said about it.
  if (form && flags["out"] === undefined) {
    return { kind: "value", value: document };
  }
  const out = flags["out"] as string | undefined;
  return toOut(context, Buffer.from(`${JSON.stringify(document, null, 2)}\n`), {
    binary: out !== undefined && out !== "-",
    out,
    force: flags["force"] === true,
  });
};
