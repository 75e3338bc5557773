import { applyEdits, modify, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { CliError } from "../../../core/errors.ts";
import { asBytes } from "../../lib/edit-file.ts";
import type { McpClient } from "./clients.ts";
import { edited, placeIn, SERVER_NAME, type SettingsEdit } from "./entry.ts";

type Client = Pick<McpClient, "key" | "path">;

/** A property of an object in a text. */
interface Property {
  readonly node: Node;
  readonly value: Node;
}

const BOM = "\u00ef\u00bb\u00bf";
const INDENT = "  ";

/**
 * Puts the entry into JSON with comments, and leaves everything else as it is, byte by byte. A new entry is the first of
 * its object, in the style of the object: on lines of its own, or on the same line. Exit 10 for a damaged file.
 *
 * @param text one character per byte; undefined without a file
 */
export function withJsoncEntry(text: string | undefined, value: object, client: Client): SettingsEdit {
  const old = text === undefined ? undefined : entryIn(text, client);
  if (text !== undefined && old) {
    const { length, offset } = old.value;
    const removed = text.slice(offset, offset + length);
    if (isSame(removed, value)) return { text, edit: undefined };
    const indent = removed.includes("\n") ? lineIndent(text, offset) : undefined;
    const inserted = asBytes(valueText(value, indent)).replaceAll("\n", newlineOf(text));
    const edit = { offset, removed, inserted };
    return { text: edited(text, edit), edit };
  }
  const edit = insertion(text, client, (indent) => asBytes(valueText(value, indent)));
  return { text: edited(text ?? "", edit), edit };
}

/** Takes the entry out. A file, or an object, that was made for it goes with it. Exit 10 for a damaged file. */
export function withoutJsoncEntry(text: string | undefined, client: Client): SettingsEdit {
  if (text === undefined) return { text, edit: undefined };
  const entry = entryIn(text, client);
  if (!entry) return { text, edit: undefined };
  const own = text.slice(entry.value.offset, entry.value.offset + entry.value.length);
  const makes = (before: string | undefined): boolean =>
    edited(
      before ?? "",
      insertion(before, client, () => own),
    ) === text;
  if (makes(undefined)) return { text: undefined, edit: { offset: 0, removed: text, inserted: "" } };
  const root = rootOf(text, client);
  const parent = propertyOf(root, client.key);
  const whole = parent && firstOf(text, parent.node);
  const edit = whole && makes(edited(text, whole)) ? whole : firstOf(text, entry.node);
  if (edit) return { text: edited(text, edit), edit };
  const after = applyEdits(text, modify(text, [client.key, SERVER_NAME], undefined, {}));
  return {
    text: after,
    edit: { offset: entry.node.offset, removed: text.slice(entry.node.offset, endOf(entry.node)), inserted: "" },
  };
}

/** Edit that adds the entry as the first of its object. */
function insertion(
  text: string | undefined,
  client: Client,
  valueAt: (indent: string | undefined) => string,
): { offset: number; removed: string; inserted: string } {
  if (text === undefined || text.replace(BOM, "").trim() === "") {
    const entry = `{\n${INDENT}"${client.key}": {\n${INDENT.repeat(2)}"${SERVER_NAME}": ${valueAt(INDENT.repeat(2))}\n${INDENT}}\n}\n`;
    return { offset: text?.length ?? 0, removed: "", inserted: entry };
  }
  const root = rootOf(text, client);
  const parent = propertyOf(root, client.key);
  const object = parent?.value ?? root;
  const style = styleOf(text, object);
  const own = (indent: string | undefined): string => `"${SERVER_NAME}": ${valueAt(indent)}`;
  const property = (): string => {
    if (parent) return own(style.indent);
    if (style.indent === undefined) return `"${client.key}": {${own(undefined)}}`;
    const inner = style.indent + style.step;
    return `"${client.key}": {${style.newline}${inner}${own(inner)}${style.newline}${style.indent}}`;
  };
  const lines = property().replaceAll(/\r?\n/g, style.newline);
  const comma = (object.children ?? []).length > 0 ? "," : "";
  return { offset: object.offset + 1, removed: "", inserted: `${style.lead}${lines}${comma}` };
}

interface Style {
  /** Indentation of the properties; undefined for an object on one line. */
  readonly indent: string | undefined;
  readonly step: string;
  readonly newline: string;
  /** Text before the first property. */
  readonly lead: string;
}

function styleOf(text: string, object: Node): Style {
  const newline = newlineOf(text);
  const inner = text.slice(object.offset + 1, object.offset + object.length - 1);
  if (!inner.includes("\n")) return { indent: undefined, step: "", newline, lead: /^ /.test(inner) ? " " : "" };
  const [first] = object.children ?? [];
  const outer = lineIndent(text, object.offset);
  const found = first && text.slice(object.offset, first.offset).includes("\n") ? lineIndent(text, first.offset) : "";
  const indent = found.length > outer.length ? found : outer + INDENT;
  return { indent, step: indent.slice(outer.length), newline, lead: `${newline}${indent}` };
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** White space at the start of the line of an offset. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** A value as JSON: on one line without an indentation, otherwise with arguments on one line. */
function valueText(value: object, indent: string | undefined): string {
  const members = Object.entries(value).map(([name, each]) => {
    const text = Array.isArray(each)
      ? `[${each.map((item) => JSON.stringify(item)).join(", ")}]`
      : JSON.stringify(each);
    return `"${name}": ${text}`;
  });
  if (indent === undefined) return `{ ${members.join(", ")} }`;
  const step = indent.startsWith("\t") ? "\t" : INDENT;
  return `{\n${members.map((member) => indent + step + member).join(",\n")}\n${indent}}`;
}

/** True where a text has the members of the entry with these values; a client may have added others, which stay. */
function isSame(text: string, value: object): boolean {
  const node = parseTree(text, [], { allowTrailingComma: true });
  const found = Object.fromEntries(
    (node?.children ?? []).map(({ children: [name, member] = [] }) => [name?.value, member && textOf(text, member)]),
  );
  return Object.entries(value).every(([name, each]) => found[name] === asBytes(JSON.stringify(each)));
}

/** A value in a text as JSON without spaces. */
function textOf(text: string, node: Node): string {
  if (node.type === "array") return `[${(node.children ?? []).map((each) => textOf(text, each)).join(",")}]`;
  return node.type === "string" ? JSON.stringify(node.value) : text.slice(node.offset, node.offset + node.length);
}

function entryIn(text: string, client: Client): Property | undefined {
  if (text.replace(BOM, "").trim() === "") return undefined;
  const parent = propertyOf(rootOf(text, client), client.key);
  return parent && propertyOf(parent.value, SERVER_NAME);
}

/** The object of a file. Exit 10 where it is damaged, or where the servers are not an object. */
function rootOf(text: string, { key, path }: Client): Node {
  const errors: ParseError[] = [];
  // The mark of UTF-8 has three characters here.
  const plain = text.startsWith(BOM) ? `   ${text.slice(BOM.length)}` : text;
  const root = parseTree(plain, errors, { allowTrailingComma: true });
  const fail = (offset: number, why: string): never => {
    const { column, line } = placeIn(text, offset);
    throw new CliError("local-file", `cannot edit "${path}": line ${line}, column ${column}: ${why}`, {
      code: "client_settings",
    });
  };
  const [error] = errors;
  if (error || !root) return fail(error?.offset ?? 0, sentence(error));
  if (root.type !== "object") return fail(root.offset, "the file must be an object");
  const parent = propertyOf(root, key);
  if (parent && parent.value.type !== "object") return fail(parent.value.offset, `"${key}" must be an object`);
  return root;
}

function sentence(error: ParseError | undefined): string {
  const words = error ? printParseErrorCode(error.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ") : "value expected";
  return words.toLowerCase();
}

function propertyOf({ children = [] }: Node, name: string): Property | undefined {
  for (const node of children) {
    const [key, value] = node.children ?? [];
    if (key?.value === name && value) return { node, value };
  }
  return undefined;
}

/** Edit that removes a property as it was put in: with the space before it and the comma after it. */
function firstOf(text: string, node: Node): { offset: number; removed: string; inserted: string } | undefined {
  const [first] = node.parent?.children ?? [];
  const offset = (node.parent?.offset ?? 0) + 1;
  if (first !== node || text.slice(offset, node.offset).trim() !== "") return undefined;
  const end = text[endOf(node)] === "," ? endOf(node) + 1 : endOf(node);
  return { offset, removed: text.slice(offset, end), inserted: "" };
}

function endOf({ length, offset }: Node): number {
  return offset + length;
}
