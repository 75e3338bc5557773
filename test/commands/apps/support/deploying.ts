import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CliResult, type HereOptions, type Home, runHere, temporaryHome } from "../../../support/cli/run-cli.ts";
import { type DeployPlan, type DeployServer, deployServer } from "../../../support/servers/deploy-server.ts";

/** A home with files, by their paths in its folder `app`. */
export function homeWith(files: Record<string, string>): Home {
  const home = temporaryHome();
  for (const [name, text] of Object.entries(files)) {
    const path = join(home.dir, "app", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return home;
}

/** Deploys against a server of its own. */
export async function deploy(
  args: readonly string[],
  plan: DeployPlan = {},
  options: HereOptions = {},
): Promise<CliResult & { server: DeployServer }> {
  const server = await deployServer(plan);
  const result = await runHere(["apps", "deploy", ...args], { ...options, env: { ...server.env, ...options.env } });
  return { ...result, server };
}
