import type { Run } from "../../../cli/declare/body.ts";
import { sendDirectory } from "./lib/send-directory.ts";
import type { fsUploadZip } from "./upload-zip.ts";

/** Uploads an archive, or a directory as one, which the service extracts (spec 4.11). */
export const run: Run<typeof fsUploadZip> = async (body) => {
  const { args, flags, request } = body;
  const { includeAll, progress } = flags;
  const { dest_path } = request.body;
  return sendDirectory(body, { id: request.params.id, source: args.source, dest_path, includeAll, progress });
};
