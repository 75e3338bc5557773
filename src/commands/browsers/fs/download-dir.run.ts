import type { Run } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import type { fsDownloadDir } from "./download-dir.ts";
import { receiveDirectory } from "./lib/receive-directory.ts";

/** Saves a directory of a session as a zip archive, or extracts it. */
export const run: Run<typeof fsDownloadDir> = async (body) => {
  const { args, flags, request, save } = body;
  const { path } = args;
  const { out, extract, force, progress } = flags;
  const what = `"${path}"`;
  if (out !== undefined && extract === undefined) {
    return save("fs.downloadDirZip", request, { out, force, progress, binary: true, what });
  }
  if (out === undefined && extract !== undefined)
    return receiveDirectory(body, { id: request.params.id, path, dir: extract, progress });
  throw new CliError("usage", "give either --out FILE or --extract DIR");
};
