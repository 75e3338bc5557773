import { CliError } from "../../core/errors.ts";
import { readLocalService } from "../../settings/read-local-service.ts";
import type { Service } from "../../settings/require-service.ts";
import type { CommandContext } from "../declare/context.ts";

/** Address in a preview of a call to a local service that does not run. */
const STOPPED_URL = "http://127.0.0.1";

/**
 * The running local service of the state directory, regardless of the service in the settings. Exit 5 when none runs; a
 * preview then shows a stand-in address.
 */
export function localServiceOf({ resolved, recorder }: Pick<CommandContext, "resolved" | "recorder">): Service {
  const local = readLocalService(resolved.state_dir.value);
  if (!local && !recorder) {
    throw new CliError("unreachable", "the local service is not running", {
      code: "local_not_running",
      hint: "browserctl local start",
    });
  }
  return {
    baseUrl: local?.base_url ?? STOPPED_URL,
    token: local?.listener ?? "",
    listener: local?.listener,
    tokenFrom: "the local service's state",
    project: undefined,
    contextName: undefined,
    kind: "local",
  };
}
