import { posix } from "node:path";
import { preview } from "../../cli/call-and-render.ts";
import { saveDownload, saveFlags } from "../../cli/download.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";

/** Saves a file of a session, under its own name unless another is given. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { flags, args, operation } = context;
  if (!operation) throw new Error("browsers fs download is a call");
  const path = args[1] ?? "";
  const out = flags["out"] === undefined ? ownName(path) : String(flags["out"]);
  const client = await context.client();
  const download = { client, request: client.request(operation, context.request) };
  return saveDownload(context, download, {
    ...saveFlags(flags),
    target: () => out,
    binary: true,
    what: `"${path}"`,
  });
};

/** The last part of a remote path as a name here, where nothing in it is a folder. */
function ownName(path: string): string {
  const name = posix.basename(path);
  if (name !== "" && name !== "." && name !== ".." && !/[\\:]/.test(name)) return name;
  throw new CliError("usage", `"${path}" has no name for a file here`, { hint: "add --out FILE" });
}
