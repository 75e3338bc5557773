import type { Run } from "../../cli/declare/body.ts";
import { safeName } from "../../cli/transfer/stored-name.ts";
import type { extensionsDownload } from "./download.ts";

/** Saves a stored extension as the uploaded archive. */
export const run: Run<typeof extensionsDownload> = async ({ args, call, flags, request, save }) => {
  const { params } = request;
  return save("extensions.download", request, {
    out: flags.out ?? `${safeName(await call("extensions.get", { params }), "extension")}.zip`,
    force: flags.force,
    progress: flags.progress,
    binary: true,
    what: `extension "${args.id_or_name}"`,
  });
};
