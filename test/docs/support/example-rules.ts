import { existsSync, statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { search } from "@jmespath-community/jmespath";
import { expect } from "vitest";
import { parse } from "yaml";
import type { CommandSpec } from "../../../src/cli/declare/spec.ts";
import { operations } from "../../../src/contract/index.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import type { PlainOperation } from "../../../src/contract/plain.ts";
import { withFlags } from "../../support/cli/example-content.ts";
import type { Ran } from "./example-scene.ts";
import type { LineCall } from "./example-shell.ts";

type Json = Record<string, unknown>;

/** Ways in which the effect of an example is checked. */
export type EffectKind =
  | "created"
  | "changed"
  | "deleted"
  | "shown"
  | "file"
  | "preview"
  | "own"
  | "script"
  | "refused";

const plain = JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[];

export function operationNamed(id: string | undefined): PlainOperation | undefined {
  return plain.find((each) => each.id === id);
}

/** Why the local service does not have an operation; undefined for one that it has. */
export function unservedReason(id: string | undefined): string | undefined {
  const spec: OperationSpec | undefined = operations.find((each) => each.id === id);
  return spec?.local?.unserved;
}

/** True for the path of a list of records that can be got one by one. */
export function listAt(path: string): boolean {
  return (
    plain.some((each) => each.method === "GET" && each.path === path && each.paging) &&
    plain.some((each) => each.method === "GET" && each.path.startsWith(`${path}/{`))
  );
}

/** Commands without an operation of their own that read. */
const readers = /(^| )(list|get|show|status|path|explain|logs|inspect|support|deprecations|schema|version|whoami|api)$/;

/** True where the effect of a command follows from its operation, or where it only reads. */
export function isDerivable({ words }: CommandSpec, operation: PlainOperation | undefined): boolean {
  if (operation === undefined) return readers.test(words);
  if (unservedReason(operation.id) !== undefined) return true;
  const { method, path } = operation;
  return /^(GET|PATCH|DELETE)$/.test(method) || (method === "POST" && listAt(path));
}

/** Checks the effect that follows from the operation of a command, or from what it writes and prints. */
export async function derivedEffect(ran: Ran, operation: PlainOperation | undefined): Promise<EffectKind> {
  if (!isDerivable(ran.spec, operation)) throw new Error("no check of its effect: add a scene");
  const call = ran.result.calls.at(-1);
  if (!call) throw new Error("no call of the program was seen");
  expectForm(call);
  if (operation && call.argv.some((word) => /^--(dry-run|print)$/.test(word))) {
    await expectPreview(ran, operation);
    return "preview";
  }
  const acted = operation && (await actedEffect(ran, operation, call));
  if (acted) return acted;
  if (ran.files.length > 0) return "file";
  await expectShown(call, ran);
  return "shown";
}

/** Every file that a line writes is there; one of JSON is valid. */
export function expectFiles({ files, stage }: Ran): void {
  for (const file of files) {
    expect(existsSync(stage.path(file)), file).toBe(true);
    expect(statSync(stage.path(file)).size, file).toBeGreaterThan(0);
    if (/\.json$/.test(file)) JSON.parse(stage.read(file));
  }
}

/** Fields that were requested are in the record, and a record that was deleted is gone. */
async function actedEffect(ran: Ran, operation: PlainOperation, call: LineCall): Promise<EffectKind | undefined> {
  const { api, send } = ran.stage;
  if (operation.method === "GET") return undefined;
  const words = withFlags(call.argv, "--dry-run", "-o", "json");
  const dry = await ran.stage.cli(words, { cwd: call.cwd, stdin: call.stdin });
  const { body, url = "" } = (dry.code === 0 ? JSON.parse(dry.stdout) : {}) as { url?: string; body?: Json };
  const [path = ""] = url.slice(ran.stage.baseUrl.length).split("?");
  if (operation.method === "POST" && listAt(operation.path)) {
    const made = (await ids(ran, operation.path)).filter((id) => !ran.known.has(id));
    expect(made, "new records").toHaveLength(1);
    expectPart(body, (await send("GET", `${operation.path}/${made[0]}`)).body);
    return "created";
  }
  if (operation.method === "PATCH") {
    const { body: record } = await send("GET", idPath(path, ran));
    expect(expectPart(body, record), "fields to compare").toBeGreaterThan(0);
    return "changed";
  }
  if (operation.method === "DELETE") {
    const { body: record, status } = await api("GET", idPath(path, ran));
    const isOver = record?.status === "stopped" || typeof record?.deleted_at === "string";
    expect(isOver || status === 404, "deleted").toBe(true);
    return "deleted";
  }
  return undefined;
}

/** Ids of the records of a list. */
export async function ids({ stage }: Pick<Ran, "stage">, path: string): Promise<string[]> {
  const { body } = await stage.send("GET", `${path}?limit=100`);
  return (body as Json[]).map((record) => String(record["session_id"] ?? record["id"]));
}

/** The path of a record by its id, which stays when its name changes. */
function idPath(path: string, { id }: Ran): string {
  return id === "" ? path : path.replace(/\/[^/]+(\/limits)?$/, `/${id}$1`);
}

/** Fields of a request that the record has must have the same values. Gives their number. */
function expectPart(request: Json | undefined, record: Json): number {
  let count = 0;
  for (const [name, value] of Object.entries(request ?? {})) {
    const isEmpty = isDeepStrictEqual(value, {});
    const isSame = isEmpty || (Object.hasOwn(record, name) && typeof value === typeof record[name]);
    if (!isSame || String(value) === "***" || value === null) continue;
    count += 1;
    if (isEmpty) expect(record[name] ?? {}, name).toEqual({});
    else if (typeof value === "object" && !Array.isArray(value)) expectPart(value as Json, record[name] as Json);
    else expect(record[name], name).toEqual(value);
  }
  return count;
}

/** A preview prints the request, and makes no record. */
async function expectPreview(ran: Ran, { path }: PlainOperation): Promise<void> {
  expect(ran.result.stdout).toContain(`${ran.stage.baseUrl}${path.replace(/\{.*/, "")}`);
  if (listAt(path)) expect(await ids(ran, path)).toEqual([...ran.known]);
}

/** The output has the form that the line asks for. */
function expectForm({ argv, result: { stdout } }: LineCall): void {
  const format = flagValue(argv, "-o") ?? flagValue(argv, "--output");
  if (format === "json") JSON.parse(stdout);
  else if (format === "jsonl") for (const line of stdout.trim().split("\n")) JSON.parse(line);
  else if (format === "env") expect(stdout).toMatch(/^(export \w+=.*\n)+$/);
  else if (argv.includes("-q") && stdout !== "") expect(stdout).toMatch(/^(\S+\n)+$/);
}

function flagValue(argv: readonly string[], flag: string): string | undefined {
  const at = argv.indexOf(flag);
  return at < 0 ? undefined : argv[at + 1];
}

/**
 * The output is the document that the command prints under `-o json`, which its declared schema accepts, in the form that
 * the line asks for; and not nothing.
 */
async function expectShown({ argv, cwd, result, stdin }: LineCall, { stage }: Ran): Promise<void> {
  const whole = await stage.cli(withFlags(withoutTemplate(argv), "-o", "json"), { cwd, stdin });
  expect(whole.code, whole.stderr).toBe(result.code);
  const document = documentOf(whole.stdout);
  const query = flagValue(argv, "--query");
  const wanted = query === undefined ? document : search(document as never, query);
  expect(isNothing(wanted), "there is nothing to show").toBe(false);
  const format = flagValue(argv, "-o");
  const { stdout } = result;
  if (format === "json" || format === "yaml") {
    expect(masked(format === "json" ? JSON.parse(stdout) : parse(stdout))).toEqual(masked(wanted));
  } else if (format === "jsonl") {
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(masked(lines)).toEqual(masked(Array.isArray(wanted) ? wanted : [wanted]));
  } else {
    for (const item of Array.isArray(wanted) ? wanted : [wanted]) expectLeaf(item, stdout);
  }
}

/** A text shows a value of an item at least. */
function expectLeaf(item: unknown, text: string): void {
  const values = leaves(item);
  const shown = masked(text) as string;
  expect(
    values.some((value) => shown.includes(masked(value) as string)),
    `${JSON.stringify(item)} in ${text}`,
  ).toBe(true);
}

function leaves(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
  return value === null || value === undefined ? [] : [String(value)];
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === "" ||
    isDeepStrictEqual(value, []) ||
    isDeepStrictEqual(value, {})
  );
}

/** One document, or those of a stream. */
function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!text.startsWith('{"')) throw new Error(`${(error as Error).message}: ${text}`);
    return text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  }
}

function withoutTemplate(argv: readonly string[]): string[] {
  return argv.filter((word, at) => word !== "--template" && argv[at - 1] !== "--template");
}

/** A value without times, durations and other numbers, which differ from call to call. */
function masked(value: unknown): unknown {
  if (typeof value === "number") return 0;
  if (typeof value === "string") {
    return value.replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?|(?<=jwt=)[\w.-]+|\b\d+(\.\d+)?( ?(ms|s|m|h|d)\b)( ago)?/g, "*");
  }
  if (Array.isArray(value)) return value.map(masked);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner)]));
}
