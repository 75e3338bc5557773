import type { Needs } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";

/**
 * True when a stream ended because its session did. Exit 5 when a local service, and so the session, is gone; false when the
 * service cannot tell.
 */
export async function sessionEnded(
  { call, service, signal }: Needs<"call" | "service" | "signal">,
  idOrName: string,
): Promise<boolean> {
  try {
    const { deleted_at } = await call("browsers.get", { params: { id_or_name: idOrName } }, { signal });
    return deleted_at !== undefined && deleted_at !== null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CliError)) return false;
    if (error.exit === "unreachable" && service().kind === "local") throw error;
    return error.exit === "not-found";
  }
}
