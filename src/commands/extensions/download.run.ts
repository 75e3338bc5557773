import { preview } from "../../cli/call-and-render.ts";
import { saveDownload, saveFlags } from "../../cli/download.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { storedName } from "../../cli/stored-name.ts";

/** Saves a stored extension as the archive it was uploaded as. */
export const run: CommandRun = async (context) => {
  const shown = await preview(context);
  if (shown) return shown;
  const { flags, args, operation, request } = context;
  if (!operation) throw new Error("extensions download is a call");
  const out =
    flags["out"] === undefined
      ? `${await storedName(context, "extensions.get", "extension")}.zip`
      : String(flags["out"]);
  const client = await context.client();
  const download = { client, request: client.request(operation, request) };
  return saveDownload(context, download, {
    ...saveFlags(flags),
    target: () => out,
    binary: true,
    what: `extension "${args[0]}"`,
  });
};
