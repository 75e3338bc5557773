import type { Run } from "../../cli/declare/body.ts";
import { uninstallServer } from "./lib/client-settings.ts";
import { clientOf } from "./lib/clients.ts";
import type { mcpUninstall } from "./uninstall.ts";

/** Takes the server out of the settings of a client; succeeds when it is not there. */
export const run: Run<typeof mcpUninstall> = async (tools) => {
  const { done, env, flags, previewing } = tools;
  const client = clientOf(flags.target, env);
  const { action, lines, path } = await uninstallServer(client, tools);
  const record = { target: flags.target, path, action, change: [...lines], dry_run: previewing };
  if (lines.length === 0) return done(`${client.title} does not have the server: ${path}`, record);
  if (previewing) return done([...lines], record);
  return done(`${action === "removed" ? "Removed" : "Updated"} ${path}`, record);
};
