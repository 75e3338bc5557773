import type { Needs } from "../../../../cli/declare/body.ts";
import { CliError } from "../../../../core/errors.ts";

/** True when a path in a session is a directory; false when it does not exist or cannot be read. */
export async function isRemoteDirectory({ call }: Needs<"call">, id: string, path: string): Promise<boolean> {
  try {
    return (await call("fs.fileInfo", { params: { id }, query: { path } })).is_dir;
  } catch (error) {
    const status = error instanceof CliError ? error.options.httpStatus : undefined;
    // The transfer itself reports an invalid path.
    if (status === 400 || status === 404) return false;
    throw error;
  }
}
