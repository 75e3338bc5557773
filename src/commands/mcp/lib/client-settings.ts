import type { Needs } from "../../../cli/declare/body.ts";
import { type Change, editFile, readForEdit } from "../../lib/edit-file.ts";
import type { McpClient } from "./clients.ts";
import { editLines, type SettingsEdit } from "./entry.ts";
import { withJsoncEntry, withoutJsoncEntry } from "./jsonc-entry.ts";
import { withoutTomlEntry, withTomlEntry } from "./toml-entry.ts";

type Tools = Needs<"confirm" | "consented" | "cwd" | "defer" | "note" | "previewing" | "signal">;

/** Change of the settings of a client, made or only shown. */
export interface SettingsChange extends Change {
  /** Lines of the change, as of a diff. */
  readonly lines: readonly string[];
}

/** Puts the server into the settings of a client, after confirmation. */
export function installServer(client: McpClient, server: object, tools: Tools): Promise<SettingsChange> {
  const value = { ...client.more, ...server };
  const edit = (text: string | undefined): SettingsEdit =>
    client.format === "toml" ? withTomlEntry(text, { ...server }, client) : withJsoncEntry(text, value, client);
  return change(client, edit, tools);
}

/** Takes the server out of the settings of a client, after confirmation. */
export function uninstallServer(client: McpClient, tools: Tools): Promise<SettingsChange> {
  const edit = (text: string | undefined): SettingsEdit =>
    client.format === "toml" ? withoutTomlEntry(text, client) : withoutJsoncEntry(text, client);
  return change(client, edit, tools);
}

/** Shows a change, asks, and makes it. The file is read again for it: the client may have written meanwhile. */
async function change(
  { home, path, title }: McpClient,
  edit: (text: string | undefined) => SettingsEdit,
  { confirm, consented, cwd, defer, note, previewing, signal }: Tools,
): Promise<SettingsChange> {
  const before = await readForEdit(path);
  const planned = edit(before);
  if (!planned.edit) return { path, action: before === undefined ? "absent" : "unchanged", lines: [] };
  const lines = editLines(path, before, planned.edit);
  if (previewing) {
    const action = planned.text === undefined ? "removed" : before === undefined ? "created" : "updated";
    return { path, action, lines };
  }
  if (!consented) for (const line of lines) note(line);
  await confirm(`Change the settings of ${title}?`, "machine");
  const made = await editFile(path, (text) => edit(text).text, { cwd, defer, home, newMode: 0o600, signal });
  return { ...made, lines };
}
