import type { Needs } from "../../../../cli/declare/body.ts";
import { CliError } from "../../../../core/errors.ts";

/** True where a path in a session is a directory; false where there is nothing, or nothing that may be looked at. */
export async function isRemoteDirectory({ call }: Needs<"call">, id: string, path: string): Promise<boolean> {
  try {
    return (await call("fs.fileInfo", { params: { id }, query: { path } })).is_dir;
  } catch (error) {
    const status = error instanceof CliError ? error.options.httpStatus : undefined;
    // The transfer itself has the error of a path that it cannot have.
    if (status === 400 || status === 404) return false;
    throw error;
  }
}
