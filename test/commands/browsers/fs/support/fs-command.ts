import { type CliResult, type HereOptions, runHere } from "../../../../support/cli/run-cli.ts";
import { type ApiServer, apiServer, type Step } from "../../../../support/servers/api-server.ts";

/** Runs `browsers fs` against a server that plays the steps. */
export async function fs(
  args: readonly string[],
  steps: readonly Step[],
  options: HereOptions = {},
): Promise<CliResult & { server: ApiServer }> {
  const server = await apiServer(...steps);
  const result = await runHere(["browsers", "fs", ...args], { ...options, env: { ...server.env, NO_COLOR: "1" } });
  return { ...result, server };
}
