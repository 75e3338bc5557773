import { Liquid, type Template as Parsed } from "liquidjs";
import { CliError } from "../core/errors.ts";
import type { Interruptible } from "../core/interruptible.ts";
import { isObject } from "../core/is-object.ts";
import { Styled } from "../core/styled.ts";
import { plainCell } from "./cell.ts";

/** Name of the whole value in a template, for values that are not records. */
const ITEM = "item";

/** Keywords of Go templates, which would be read as fields. */
const goWords = new Set(["range", "end", "with", "else", "printf", "println", "template", "define"]);

/** Tags that read files. */
const fileTags = ["include", "render", "layout", "block"];

/** Maximum length of a template, in characters. */
const MAX_LENGTH = 1_048_576;

/** Maximum of the characters and list members that the filters and ranges of a template make for one item. */
const MAX_MADE = 20_000_000;

export interface Template {
  /** The values through the template, one line or more for each, and for each item of a list. */
  text(...values: readonly unknown[]): Promise<Styled>;
  /** Fields of the template that neither a value nor an item has. */
  missing(...values: readonly unknown[]): string[];
}

/**
 * Checks a template; exit 2 with the place of the fault. It is parsed and rendered inside `within`, because the engine
 * checks its own time limit only between two parts of a template, and a filter may be endless.
 *
 * assumed: Liquid, because it has loops, conditions and filters, runs no code, and takes `{{.name}}` as well, which
 * users of other tools type; mustache has no conditions on values, and handlebars and eta compile to code.
 */
export async function compileTemplate(source: string, within: Interruptible): Promise<Template> {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    outputEscape: outputText,
    parseLimit: MAX_LENGTH,
    memoryLimit: MAX_MADE,
  });
  for (const tag of fileTags) delete engine.tags[tag];
  const parsed = await within(() => parse(engine, source));
  const fields = await within(() => fieldsOf(engine.globalVariableSegmentsSync(parsed)));
  const foreign = fields.find(([name = ""]) => goWords.has(name));
  if (foreign) {
    throw refused(`"${foreign[0]}" is of Go templates; this is Liquid`, "{% for tag in tags %}...{% endfor %}");
  }
  const render = (item: unknown): string => {
    try {
      return withNewline(String(engine.renderSync(parsed, scopeOf(item))));
    } catch (error) {
      throw refused(messageOf(error));
    }
  };
  return {
    text: (...values) => within(() => Styled.of(values.flatMap(itemsOf).map(render).join(""))),
    missing: (...values) => {
      const items = values.flatMap(itemsOf);
      return items.length === 0
        ? []
        : [...new Set(fields.filter((path) => !items.some((item) => has(item, path))).map((path) => path.join(".")))];
    },
  };
}

/** Text of a template that was typed, in which `\n`, `\t` and `\\` stand for a newline, a tab and a backslash. */
export function typedTemplate(text: string): string {
  return text.replace(/\\([nt\\])/g, (_, letter: string) => (letter === "n" ? "\n" : letter === "t" ? "\t" : "\\"));
}

function parse(engine: Liquid, source: string): Parsed[] {
  try {
    return engine.parse(source);
  } catch (error) {
    throw refused(messageOf(error));
  }
}

function refused(message: string, example = "{{session_id}} {{viewport.width}}"): CliError {
  return new CliError("usage", `--template: ${message}`, { hint: `Liquid, for example --template '${example}'` });
}

/** Message of the engine without the lines of the source that follow it. */
function messageOf(error: unknown): string {
  const { message } = error as Error;
  if (message.startsWith("parse length limit exceeded")) return `it is longer than ${MAX_LENGTH} characters`;
  return (message.split("\n")[0] ?? "")
    .replace("memory alloc limit exceeded", `it makes more than ${MAX_MADE} characters and list members for one item`)
    .replace(/, line:1, col:/, ", column ");
}

/** Items for the template: each item of a list; none for a missing value. */
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

function scopeOf(item: unknown): object {
  return isObject(item) ? { [ITEM]: item, ...item } : { [ITEM]: item };
}

/** A value in the text: a missing one is empty, maps and lists are as in a table. */
function outputText(value: unknown): string {
  return plainCell(value);
}

function withNewline(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** Paths of the fields that a template reads, up to the first part that is computed or an index. */
function fieldsOf(variables: ReturnType<Liquid["globalVariableSegmentsSync"]>): string[][] {
  return variables.flatMap((segments) => {
    const end = segments.findIndex((part) => typeof part !== "string");
    const path = (end === -1 ? segments : segments.slice(0, end)) as string[];
    if (path[0] === ITEM) path.shift();
    return path.length === 0 ? [] : [path];
  });
}

/**
 * True when an item has a field. Members of values that are not records, such as the `size` of a text, are not checked.
 */
function has(item: unknown, [name = "", ...rest]: readonly string[]): boolean {
  if (!isObject(item) || !Object.hasOwn(item, name)) return false;
  return rest.length === 0 || !isObject(item[name]) || has(item[name], rest);
}
