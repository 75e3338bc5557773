import type { ExampleRequest } from "../../../src/conformance/example-calls.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";

type Random = (below: number) => number;

/** Values that a program sends by mistake, or an attacker on purpose. */
const values: readonly unknown[] = [
  ...[0, -1, 1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53, 1e15, 1e21, 1e308, -1e308, 5e-324],
  ...["", " ", "0", "-1", "1e999", "NaN", "Infinity", "9223372036854775808", "true", "null", "undefined", "[]", "{}"],
  ...["\u0000", "\ud800", "\u202e", "\u001b[31m", "é".normalize("NFD"), "😀", "a".repeat(300), "a".repeat(70_000)],
  ...["../../../etc/passwd", "/", "..", ".", "/proc/self/environ", "C:\\", "%00", "%2e%2e%2f", "a/b", "a\\b", "a\nb"],
  ...["' OR 1=1 --", "%", "_", "*", "[", "(", "$where", "__proto__", "constructor", "toString", "hasOwnProperty"],
  ...[
    "https://",
    "http://[::1",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://a.test:99999/",
    "2026-13-45T99:99:99Z",
  ],
  ...[null, true, false, [], {}, [[]], [null], [{}], { a: { b: {} } }, [0, -1, 1e308]],
];

/** Texts that are not JSON, or JSON that is hard to read. */
const bodies: readonly string[] = [
  ...[
    "",
    "{",
    "[",
    "null",
    "[]",
    '"x"',
    "1e999",
    "{}}",
    '{"a":1,"a":2}',
    "\ufeff{}",
    "\u0000",
    '{"__proto__":{"a":1}}',
  ],
  ...[`${"[".repeat(20_000)}`, `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`, `[${"0,".repeat(50_000)}0]`],
];

/** The request of an example with one to three hostile changes: of its path, its query, its body or its headers. */
export function hostileRequest(spec: OperationSpec, request: ExampleRequest, random: Random): ExampleRequest {
  let changed = request;
  for (let count = 0; count <= random(3); count += 1) {
    const changes = [changedQuery, changedQuery, changedBody, changedBody, changedPath, changedHeader];
    changed = (changes[random(changes.length)] as typeof changedQuery)(spec, changed, random);
  }
  return changed;
}

function any<T>(random: Random, list: readonly T[]): T {
  return list[random(list.length)] as T;
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // The limit of a request's head has a test of its own.
  return encodeURIComponent(text.toWellFormed().slice(0, 2_000));
}

function changedQuery({ query }: OperationSpec, { path, options }: ExampleRequest, random: Random): ExampleRequest {
  const known = Object.keys((query as { properties?: object } | undefined)?.properties ?? {});
  const name = any(random, [...known, ...known, "limit", "offset", "sort", "__proto__", ""]);
  const separator = path.includes("?") ? "&" : "?";
  return { path: `${path}${separator}${encodeURIComponent(name)}=${textOf(any(random, values))}`, options };
}

function changedPath(
  { path: template }: OperationSpec,
  { path, options }: ExampleRequest,
  random: Random,
): ExampleRequest {
  const at = template.split("/").flatMap((segment, index) => (segment.startsWith("{") ? [index] : []));
  if (at.length === 0) return { path, options };
  const [before = "", ...query] = path.split("?");
  const segments = before.split("/");
  const value = textOf(any(random, values));
  // A client resolves these segments, and calls another operation.
  segments[any(random, at)] = value === "" || /^(?:\.|%2e)+$/i.test(value) ? "x" : value;
  return { path: [segments.join("/"), ...query].join("?"), options };
}

function changedHeader(_: OperationSpec, { path, options }: ExampleRequest, random: Random): ExampleRequest {
  const name = any(random, ["content-type", "x-kernel-project", "range", "last-event-id", "if-none-match", "accept"]);
  const value = any(random, [
    "",
    "x",
    "text/plain",
    "application/json",
    "bytes=0-",
    "bytes=9999999999999999999-",
    "-1",
    "1e999",
  ]);
  return { path, options: { ...options, headers: { ...options.headers, [name]: value } } };
}

function changedBody({ method }: OperationSpec, { path, options }: ExampleRequest, random: Random): ExampleRequest {
  const { json, form: _, bytes: __, ...rest } = options;
  // The client sends no body.
  if (method === "GET" || method === "HEAD") return { path, options };
  if (json === undefined || random(4) === 0) {
    if (options.form && random(2) === 0) return { path, options };
    const headers = { ...rest.headers, "content-type": "application/json" };
    return { path, options: { ...rest, raw: any(random, bodies), headers } };
  }
  return { path, options: { ...rest, json: changedValue(json, random) } };
}

/** A value with one part replaced, added or removed. */
function changedValue(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random(6) === 0) return any(random, values);
  if (Array.isArray(value)) {
    if (value.length === 0 || random(4) === 0) return [...value, any(random, values)];
    const at = random(value.length);
    return value.map((item, index) => (index === at ? changedValue(item, random) : item));
  }
  const names = Object.keys(value);
  const name = any(random, [...names, ...names, "extra", "__proto__"]);
  if (random(8) === 0) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
  return { ...value, [name]: changedValue((value as Record<string, unknown>)[name], random) };
}
