import type { PlainSchema } from "../contract/plain.ts";
import { isObject } from "../core/is-object.ts";
import { mask, replaceUserinfo } from "../core/userinfo.ts";
import { untilAny } from "../core/without-end.ts";

/** A value that is left out of a shown request. */
export interface Secret {
  /** The part of the request it belongs to, then the names that lead to it: `body`, `env`, `PASSWORD`. */
  readonly path: readonly string[];
  /** `text`: the content of a string. `json`: any other value, as JSON. `userinfo`: user and password of a URL. */
  readonly kind: "text" | "json" | "userinfo";
}

/** Returns the replacement of a secret. */
export type Replace = (secret: Secret) => string;

/** Shows a {@link mask} for every secret. */
export const masked: Replace = () => mask;

/**
 * Copies a request's value without its secrets: fields that the declaration marks, fields it does not know, headers that
 * carry credentials, and user and password of URLs. Without a schema the whole value is secret.
 */
export function redact(
  value: unknown,
  schema: PlainSchema | undefined,
  replace: Replace = masked,
  path: readonly string[] = ["body"],
): unknown {
  if (value === undefined || value === null) return value;
  const branches = schema ? branchesOf(schema) : [];
  if (branches.some((branch) => branch["x-secret"]) && isObject(value)) {
    return mapValues(value, (item, key) => leaveOut(item, replace, [...path, key]));
  }
  if (!schema || branches.some((branch) => branch["x-secret"])) return leaveOut(value, replace, path);
  if (typeof value === "string") return redactUserinfo(value, replace, path);
  if (Array.isArray(value)) {
    const items = branches.find((branch) => branch.items)?.items ?? {};
    return value.map((item, at) => redact(item, items, replace, [...path, String(at)]));
  }
  if (!isObject(value)) return value;
  return mapValues(value, (item, key) => {
    const own = [...path, key];
    if (branches.some((branch) => branch["x-headers"])) return redactHeader(key, String(item), replace, own);
    return redact(item, memberSchema(branches, key), replace, own);
  });
}

/** Texts that a declaration marks as secret, without undeclared members. */
export function secretsIn(value: unknown, schema: PlainSchema | undefined): string[] {
  if (schema === undefined || value === undefined || value === null) return [];
  const branches = branchesOf(schema);
  if (branches.some((branch) => branch["x-secret"])) return textsIn(value);
  if (Array.isArray(value)) {
    const items = branches.find((branch) => branch.items)?.items;
    return value.flatMap((item) => secretsIn(item, items));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => secretsIn(item, memberSchema(branches, key)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The placeholder of a secret. An empty text is kept, because it is not secret and may remove a value. */
function leaveOut(value: unknown, replace: Replace, path: readonly string[]): string {
  if (value === "") return value;
  return replace({ path, kind: typeof value === "string" ? "text" : "json" });
}

/** A schema and the alternatives of its unions. */
function branchesOf(schema: PlainSchema): PlainSchema[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(branchesOf)];
}

/** The schema of a member; undefined for one that is not declared. */
function memberSchema(branches: readonly PlainSchema[], key: string): PlainSchema | undefined {
  for (const { properties, patternProperties, additionalProperties } of branches) {
    if (properties && Object.hasOwn(properties, key)) return properties[key];
    for (const [pattern, schema] of Object.entries(patternProperties ?? {}))
      if (new RegExp(pattern, "u").test(key)) return schema;
    if (typeof additionalProperties === "object") return additionalProperties;
  }
  // An object that lists no members declares all of them.
  const lists = branches.some((each) => each.properties ?? each.patternProperties);
  return lists ? undefined : {};
}

function mapValues(value: Record<string, unknown>, change: (item: unknown, key: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, change(item, key)]));
}

/** Replaces user and password of the URLs in a text. */
export function redactUserinfo(text: string, replace: Replace = masked, path: readonly string[] = []): string {
  return replaceUserinfo(text, (kind) => replace({ path: kind === "text" ? path : [...path, kind], kind }));
}

/**
 * Copies a service's record with user and password of its URLs masked: texts under names that end in `url`. Everything
 * else a service returns is data.
 */
export function redactRecord(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactRecord);
  if (!isObject(value)) return value;
  return mapValues(value, (item, key) =>
    typeof item === "string" && /url$/i.test(key) ? redactUserinfo(item) : redactRecord(item),
  );
}

const credentials = /(^|-)(authorization|cookie|token|secret|password|api-?key)$/i;

/** A header's value without a credential; the scheme of an authorization stays. */
export function redactHeader(
  name: string,
  value: string,
  replace: Replace = masked,
  path: readonly string[] = ["header", name],
): string {
  if (!credentials.test(name)) return redactUserinfo(value, replace, path);
  const scheme = /authorization$/i.test(name) ? (/^\S+ +(?=\S)/.exec(value)?.[0] ?? "") : "";
  return `${scheme}${replace({ path, kind: "text" })}`;
}

/** The headers of a response as a trace shows them: an address may carry a signature or a token behind its path. */
export function redactResponseHeader(name: string, value: string): string {
  const shown = redactHeader(name, value);
  if (!/^(content-)?location$/i.test(name)) return shown;
  const [address = "", fragment] = shown.split(/#(.+)/s);
  return `${redactQuery(address, undefined)}${fragment === undefined ? "" : `#${mask}`}`;
}

/**
 * An address without secrets: values of query parameters that are not declared, or marked, and user information.
 *
 * @param schema the declared query; nothing in the query is declared without one
 */
export function redactQuery(address: string, schema: PlainSchema | undefined, replace: Replace = masked): string {
  const at = address.indexOf("?");
  if (at < 0) return redactUserinfo(address, replace, ["url"]);
  const pairs = address.slice(at + 1).split("&");
  const shown = pairs.map((pair) => {
    const equals = pair.indexOf("=");
    if (equals < 0 || equals === pair.length - 1) return pair;
    const name = decode(pair.slice(0, equals));
    const value = decode(pair.slice(equals + 1));
    const own = schema && memberSchema(branchesOf(schema), untilAny(name, "["));
    const path = ["query", ...name.split(/[[\].]+/).filter((part) => part !== "")];
    const left = own && !own["x-secret"] ? redactUserinfo(value, replace, path) : replace({ path, kind: "text" });
    return left === value ? pair : `${pair.slice(0, equals)}=${encodeURIComponent(left)}`;
  });
  return `${redactUserinfo(address.slice(0, at), replace, ["url"])}?${shown.join("&")}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
