import type { CommandRun } from "../../cli/spec.ts";
import { CliError } from "../../core/errors.ts";
import { readLocalService } from "../../settings/read-local-service.ts";

/** What the service of this state folder says of itself; exit 5 when none runs. */
export const run: CommandRun = async (context) => {
  const stateDir = context.resolved.state_dir.value;
  const local = readLocalService(stateDir);
  if (!local) {
    throw new CliError("unreachable", "the local service is not running", {
      code: "local_not_running",
      hint: "browserctl local start",
    });
  }
  const client = await context.client({
    service: { baseUrl: local.base_url, token: local.token, project: undefined, contextName: undefined, kind: "local" },
  });
  const status = (await client.call(await context.loadOperation("local.status"))) as object;
  return { kind: "value", value: { base_url: local.base_url, ...status }, columns: context.spec.columns };
};
