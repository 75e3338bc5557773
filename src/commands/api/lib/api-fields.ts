import type { BodyOf } from "../../../cli/declare/body.ts";
import { sourceOf } from "../../../cli/input/source.ts";
import type { Found, Problem } from "../../../core/errors.ts";
import type { api } from "../../api.ts";

type Flags = BodyOf<typeof api>["flags"];

/** A field of a form. */
export type PartField = { readonly name: string } & (
  | { readonly value: string }
  | { readonly path: string }
  | { readonly stdin: true }
);

/** Fields of a call: members of the query or of a JSON body, or the parts of a form where one of them is a file. */
export type Fields =
  | { readonly kind: "none" }
  | { readonly kind: "tree"; readonly tree: Readonly<Record<string, unknown>> }
  | { readonly kind: "form"; readonly parts: readonly PartField[] };

/** Reads `--field` and `--raw-field`. */
export function readFields({ field = [], rawField = [] }: Pick<Flags, "field" | "rawField">): Found<Fields> {
  const problems: Problem[] = [];
  const words = [
    ...field.map((word) => ({ flag: "--field", word, raw: false })),
    ...rawField.map((word) => ({ flag: "--raw-field", word, raw: true })),
  ];
  const pairs = words.flatMap(({ flag, word, raw }) => {
    const at = word.indexOf("=");
    if (at > 0) return { flag, word, name: word.slice(0, at), text: word.slice(at + 1), raw };
    problems.push({ path: flag, message: `must be KEY=${raw ? "TEXT" : "VALUE"}, not "${word}"` });
    return [];
  });
  if (words.length === 0) return { value: { kind: "none" }, problems };
  const parts = pairs.map(({ name, text, raw }) => partField(name, text, raw));
  const stdins = parts.filter((part) => "stdin" in part);
  if (stdins.length > 1) problems.push({ path: "--field", message: "stdin is one file: only one field can be @-" });
  if (parts.some((part) => !("value" in part))) return { value: { kind: "form", parts }, problems };
  const tree: Record<string, unknown> = {};
  for (const { flag, word, name, text, raw } of pairs) {
    const keys = name.split(".");
    if (keys.some((key) => key === "" || key === "[]" || key === "__proto__")) {
      problems.push({ path: flag, message: `must be KEY=${raw ? "TEXT" : "VALUE"}, not "${word}"` });
    } else if (!put(tree, keys, raw ? text : scalar(literalOf(text)))) {
      problems.push({ path: flag, message: `"${word}" does not fit the fields before it` });
    }
  }
  return { value: { kind: "tree", tree }, problems };
}

function partField(name: string, text: string, raw: boolean): PartField {
  if (raw || !text.startsWith("@") || text === "@") return { name, value: text };
  if (text === "@-") return { name, stdin: true };
  const source = sourceOf(text);
  return source.from === "file" ? { name, path: source.path } : { name, value: literalOf(text) };
}

/** Text of a value that is not a file: `@@x` stands for `@x`. */
function literalOf(text: string): string {
  return text.startsWith("@@") ? text.slice(1) : text;
}

function put(target: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): boolean {
  if (rest.length > 0) {
    const inner = target[key] ?? {};
    if (typeof inner !== "object" || Array.isArray(inner)) return false;
    target[key] = inner;
    return put(inner as Record<string, unknown>, rest, value);
  }
  if (key.endsWith("[]")) {
    const list = target[key.slice(0, -2)] ?? [];
    if (!Array.isArray(list)) return false;
    target[key.slice(0, -2)] = [...list, value];
    return true;
  }
  if (typeof target[key] === "object" && target[key] !== null) return false;
  target[key] = value;
  return true;
}

function scalar(text: string): unknown {
  if (text === "true") return true;
  if (text === "false") return false;
  if (text === "null") return null;
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
