import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { CliError } from "../../../core/errors.ts";
import { isObject } from "../../../core/is-object.ts";
import { asBytes } from "../../lib/edit-file.ts";
import type { McpClient } from "./clients.ts";
import { edited, SERVER_NAME, type SettingsEdit } from "./entry.ts";

type Client = Pick<McpClient, "key" | "path">;
type Table = Readonly<Record<string, unknown>>;

/**
 * Puts the entry into TOML as a table at the end, and leaves everything else as it is, byte by byte. The result is read
 * again: what would change anything else is refused. Exit 10 for a damaged file.
 *
 * @param text one character per byte; undefined without a file
 */
export function withTomlEntry(text: string | undefined, value: Table, client: Client): SettingsEdit {
  const before = text ?? "";
  const old = read(before, client);
  const bytes = JSON.parse(asBytes(JSON.stringify(value))) as Table;
  const entry = serversOf(old, client)[SERVER_NAME];
  if (isObject(entry) && Object.entries(bytes).every(([name, each]) => isDeepStrictEqual(entry[name], each)))
    return { text: before, edit: undefined };
  const block = tableText(bytes, client);
  const edit =
    entry === undefined
      ? { offset: before.length, removed: "", inserted: `${before === "" ? "" : "\n"}${block}` }
      : { ...blockIn(before, client), inserted: block };
  const after = edited(before, edit);
  requireOnly(before, after, bytes, client);
  return { text: after, edit };
}

/** Takes the entry out. A file that was made for it goes with it. Exit 10 for a damaged file. */
export function withoutTomlEntry(text: string | undefined, client: Client): SettingsEdit {
  if (text === undefined || serversOf(read(text, client), client)[SERVER_NAME] === undefined)
    return { text, edit: undefined };
  const block = blockIn(text, client);
  if (block.removed === text) return { text: undefined, edit: { ...block, inserted: "" } };
  // The newline that installing put before it.
  const lead = block.offset + block.removed.length === text.length && text[block.offset - 1] === "\n" ? 1 : 0;
  const edit = {
    offset: block.offset - lead,
    removed: text.slice(block.offset - lead, block.offset) + block.removed,
    inserted: "",
  };
  const after = edited(text, edit);
  requireOnly(text, after, undefined, client);
  return { text: after, edit };
}

function tableText(value: Table, { key }: Client): string {
  const lines = Object.entries(value).map(([name, each]) => {
    const text = Array.isArray(each)
      ? `[${each.map((item) => tomlText(String(item))).join(", ")}]`
      : tomlText(String(each));
    return `${name} = ${text}\n`;
  });
  return `[${key}.${SERVER_NAME}]\n${lines.join("")}`;
}

/** A text in double quotes, whose escapes are those of JSON. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/** Lines of the table of the entry and of the tables below it. Exit 10 where it has another form. */
function blockIn(text: string, { key, path }: Client): { offset: number; removed: string } {
  const name = `["']?${key}["']?\\s*\\.\\s*["']?${SERVER_NAME}["']?`;
  const header = new RegExp(`^[ \\t]*\\[\\s*${name}\\s*(?:\\]|\\.)`, "m").exec(text);
  if (!header) throw unsafe(path);
  const offset = header.index;
  let end = offset;
  for (const line of text.slice(offset).split(/(?<=\n)/)) {
    const isOther = /^[ \t]*\[/.test(line) && !new RegExp(`^[ \\t]*\\[\\s*${name}\\s*(?:\\]|\\.)`).test(line);
    if (isOther && /^[ \t]*\[\[?\s*["'\w]/.test(line)) break;
    end += line.length;
  }
  // Comments and empty lines before the next table belong to that table.
  const removed = text.slice(offset, end);
  const kept = end === text.length ? 0 : (/(?:^[ \t]*(?:#.*)?\r?\n)+$/m.exec(removed)?.[0].length ?? 0);
  return { offset, removed: removed.slice(0, removed.length - kept) };
}

/** Exit 10 unless the two texts differ in the entry alone, which has these members at least. */
function requireOnly(before: string, after: string, value: Table | undefined, client: Client): void {
  let now: Table;
  try {
    now = parse(after);
  } catch {
    throw unsafe(client.path);
  }
  const entry = serversOf(now, client)[SERVER_NAME];
  const isRight = value === undefined ? entry === undefined : isDeepStrictEqual(plain(entry), value);
  if (!isRight || !isDeepStrictEqual(withoutEntry(now, client), withoutEntry(parse(before), client)))
    throw unsafe(client.path);
}

/** A file without the entry, and without a table of servers that has no other. */
function withoutEntry(file: Table, client: Client): unknown {
  const { [SERVER_NAME]: _, ...servers } = serversOf(file, client);
  const { [client.key]: _servers, ...others } = file;
  return plain(Object.keys(servers).length > 0 ? { ...others, [client.key]: servers } : others);
}

/** A value without the prototypes of the parser. */
function plain(value: unknown): unknown {
  return value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value, (_name, each) => (typeof each === "bigint" ? `${each}n` : each)));
}

function serversOf(file: Table, { key, path }: Client): Table {
  const servers = file[key];
  if (servers === undefined) return {};
  if (!isObject(servers)) throw unsafe(path);
  return servers;
}

/** The content of a file. Exit 10 with the place of a syntax error. */
function read(text: string, { path }: Client): Table {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = "it is no TOML"] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    const message = `cannot edit "${path}": line ${error.line}, column ${error.column}: ${reason}`;
    throw new CliError("local-file", message, { code: "client_settings" });
  }
}

function unsafe(path: string): CliError {
  return new CliError("local-file", `cannot edit "${path}": its servers have a form that cannot be edited safely`, {
    code: "client_settings",
    hint: "write them as tables, or add the server yourself",
  });
}
