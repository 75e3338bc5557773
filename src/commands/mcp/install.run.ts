import type { Check, Run } from "../../cli/declare/body.ts";
import { commandFlags } from "../../cli/declare/field-flags.ts";
import { globalFlags } from "../../cli/declare/global-flags.ts";
import { parseWords } from "../../cli/input/parse.ts";
import { commandLine } from "../../core/command-line.ts";
import { mcp } from "../mcp.ts";
import type { mcpInstall } from "./install.ts";
import { installServer } from "./lib/client-settings.ts";
import { clientOf } from "./lib/clients.ts";
import { serverCommand } from "./lib/entry.ts";

export const check: Check<typeof mcpInstall> = ({ rest }) => {
  const flags = [...commandFlags(mcp, undefined), ...globalFlags(mcp, { body: false, paged: false, reads: false })];
  return parseWords(rest, flags, [], mcp).problems;
};

/** Writes the server into the settings of a client, and says what was changed. */
export const run: Run<typeof mcpInstall> = async (tools) => {
  const { done, env, flags, previewing, rest } = tools;
  const client = clientOf(flags.target, env);
  const { action, lines, path } = await installServer(client, serverCommand(rest), tools);
  const record = { target: flags.target, path, action, change: [...lines], dry_run: previewing };
  if (lines.length === 0) return done(`${client.title} already has the server: ${path}`, record);
  if (previewing) return done([...lines], record);
  const undo = commandLine`mcp uninstall --target ${flags.target}`;
  const next = `Restart ${client.title} to use it; ${undo} takes it back.`;
  return done([`${action === "created" ? "Created" : "Updated"} ${path}`, next], record);
};
