import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { commandArgs, commandFlags } from "../../../src/cli/declare/field-flags.ts";
import { globalFlags, needsOf } from "../../../src/cli/declare/global-flags.ts";
import { parseWords } from "../../../src/cli/input/parse.ts";
import { operations } from "../../../src/contract/index.ts";
import type { PlainOperation } from "../../../src/contract/plain.ts";
import { CompletionSources } from "../../../src/generate/completions/sources.ts";
import { placeOf } from "../../support/cli/example-content.ts";
import type { ListedExample } from "./example-list.ts";
import {
  derivedEffect,
  type EffectKind,
  expectFiles,
  ids,
  listAt,
  operationNamed,
  unservedReason,
} from "./example-rules.ts";
import type { Named, Prepared, Ran, Scene } from "./example-scene.ts";
import type { LineResult } from "./example-shell.ts";
import type { ExampleStage } from "./example-stage.ts";
import { sceneOf } from "./scenes.ts";

const sources = new CompletionSources(JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[]);

/** Names of contexts in lines. */
const contextNames = /(?<=^context (?:use|show|remove|rename) |--context )(?!local)\w+/g;

/** Types an example, and checks its exit code and its effect. Throws for what is wrong. */
export async function runExample(stage: ExampleStage, example: ListedExample): Promise<EffectKind> {
  const { line, spec } = example;
  const operation = operationNamed(spec.operation);
  const unserved = unservedReason(spec.operation);
  if (unserved !== undefined) return runUnserved(stage, example, unserved);
  const scene = sceneOf(example);
  const stored = readFileSync(stage.settingsFile, "utf8");
  const prepared = await prepare(stage, example, operation);
  try {
    await scene.prepare?.(prepared);
    const typed = typedLine(example, prepared);
    const files = writtenFiles(typed);
    for (const file of files) {
      if (!line.includes("--force") && !line.includes(">>")) stage.remove(file);
      mkdirSync(dirname(stage.path(file)), { recursive: true });
    }
    const list = operation?.method === "POST" && listAt(operation.path) ? operation.path : undefined;
    const before = {
      known: new Set(list ? await ids({ stage }, list) : []),
      settings: readFileSync(stage.settingsFile, "utf8"),
    };
    const result = await type(prepared, example, scene, typed);
    const { code = 0 } = scene;
    if (result.code !== code) throw new Error(`exit ${result.code}, not ${code}: ${result.stderr}${result.stdout}`);
    const ran: Ran = Object.assign(prepared, { typed, result, files, ...before });
    expectFiles(ran);
    if (scene.effect === undefined) return await derivedEffect(ran, operation);
    await scene.effect(ran);
    return "own";
  } finally {
    writeFileSync(stage.settingsFile, stored);
    stage.remove(".browserctl.json");
    await scene.restore?.(prepared);
  }
}

/** Types an example whose operation only a hosted service has: a dry run works, anything else is refused with the reason. */
async function runUnserved(stage: ExampleStage, { line, text }: ListedExample, reason: string): Promise<EffectKind> {
  const session = await stage.world.ensure("browsers", "shop");
  if (session === undefined) throw new Error("no session");
  const { cwd, stdin } = placeOf(line, stage.home);
  const result = await stage.shell.run(text, { cwd, confirms: false, stdin: String(stdin) });
  const isPreview = /--(dry-run|print)\b/.test(line);
  if (result.code !== (isPreview ? 0 : 1)) throw new Error(`exit ${result.code}: ${result.stderr}${result.stdout}`);
  if (isPreview) return "preview";
  if (!result.stderr.includes(reason)) throw new Error(`the reason is missing: ${result.stderr}`);
  return "refused";
}

async function type(
  prepared: Prepared,
  { does, line, spec }: ListedExample,
  scene: Scene,
  typed: string,
): Promise<LineResult> {
  const { stage } = prepared;
  const during =
    scene.during &&
    ((running: Parameters<NonNullable<Scene["during"]>>[1]) => scene.during?.(prepared, running) ?? Promise.resolve());
  if (scene.replies !== undefined) {
    const replies = scene.replies === "token" ? [{ prompt: /\? Token/, answer: stage.token }] : scene.replies;
    const beside = during?.({ output: () => "", interrupt: () => {} });
    const result = await stage.terminal.run(typed, replies);
    await beside;
    return result;
  }
  const confirms = !line.includes("--yes") && (spec.question !== undefined || / after confirmation$/.test(does));
  const { cwd, stdin } = placeOf(line, stage.home);
  return await stage.shell.run(typed, { cwd, confirms, stdin: String(stdin), during });
}

/** The line with ids and addresses in place of those that help has. */
function typedLine({ text }: ListedExample, { named, replaced, stage }: Prepared): string {
  const isName = (word: string): boolean =>
    /^[a-z][\w-]*$/.test(word) && !/^(5f1c|i7f2|d4c1|[a-z][a-z0-9]{23}$)/.test(word);
  const given = named.filter(({ word }) => !isName(word)).map(({ id, word }) => [word, id] as const);
  const places = [
    ["https://example.com/health", `${stage.sites.site.url}/`],
    ["https://example.com", stage.sites.site.url],
    ["https://browsers.example.com", stage.baseUrl],
  ] as const;
  return inOnePass(text, new Map([...given, ...places, ...replaced]));
}

/** Replaces words of a text, the longest first, and none in what has come in place of another: `e5` becomes `e12`. */
function inOnePass(text: string, replaced: ReadonlyMap<string, string>): string {
  if (replaced.size === 0) return text;
  const words = [...replaced.keys()]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
  return text.replace(new RegExp(words.join("|"), "g"), (word) => replaced.get(word) ?? word);
}

/** Files that a line writes. */
function writtenFiles(typed: string): string[] {
  const paths = [...typed.matchAll(/(?:--out|--extract|--out-file|>>?) (~\/)?([\w./-]+)/g)];
  return paths.flatMap(([, , file = ""]) => (file === "-" ? [] : [file]));
}

/** Makes the contexts and records that a line names, and frees the names that it gives. */
async function prepare(
  stage: ExampleStage,
  example: ListedExample,
  operation: PlainOperation | undefined,
): Promise<Prepared> {
  const { line, spec } = example;
  for (const word of line.match(contextNames) ?? []) await addContext(stage, word, line);
  const named: Named[] = [];
  const { args, flags, parsed } = parsedLine(example, operation);
  const add = async (source: string | undefined, word: unknown): Promise<void> => {
    const [list = "", field = "id"] = source?.split(".") ?? [];
    if (!/^(id|name|app_name)$/.test(field) || list === "" || typeof word !== "string") return;
    if (word === "none" || word === "-" || word.includes("/")) return;
    const id = await stage.world.ensure(list, word, named[0]?.id);
    if (id !== undefined) named.push({ word, list, id });
  };
  for (const [at, word] of parsed.args.entries()) {
    const arg = args[at] ?? args.at(-1);
    const isPrefixed = arg !== undefined && "session" in arg && arg.session === "prefix";
    if (isPrefixed) await add("browsers", /^(\w+):/.exec(word)?.[1]);
    else if (arg) await add(sources.ofArg(spec, operation, arg), word);
  }
  for (const flag of flags)
    for (const word of parsed.flags.get(flag.name) ?? []) await add(sources.ofFlag(spec, operation, flag), word);
  await freeNames(stage, named, operation, [...(parsed.flags.get("name") ?? []), ...parsed.args.slice(0, 1)]);
  // A list has something to show.
  if (operation?.paging) await stage.world.ensure(operation.path.replace(/^\/(org\/)?/, ""), "shop");
  if (spec.words === "auth connections create") await deleteAll(stage, "/auth/connections");
  return {
    stage,
    line,
    spec,
    named,
    replaced: new Map(),
    get id() {
      return named[0]?.id ?? "";
    },
  };
}

function parsedLine({ line, spec }: ListedExample, operation: PlainOperation | undefined) {
  const args = commandArgs(spec, operation);
  const flags = [...commandFlags(spec, operation), ...globalFlags(spec, needsOf(operation))];
  const words = (line.replace(/ [|><].*$/, "").match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replace(/^['"]|['"]$/g, ""),
  );
  const parsed = parseWords(words.slice(spec.words.split(" ").length), flags, args, spec);
  return { args, flags, parsed };
}

async function freeNames(
  stage: ExampleStage,
  named: readonly Named[],
  operation: PlainOperation | undefined,
  names: readonly unknown[],
): Promise<void> {
  const path = operation?.path.replace(/\/\{\w+\}$/, "") ?? "";
  if (!listAt(path) || !/^(POST|PATCH)$/.test(operation?.method ?? "")) return;
  const given = names.filter((name) => typeof name === "string" && !named.some(({ word }) => word === name));
  for (const name of given) await stage.world.free(path, String(name));
}

/** Stores a context that a line names, unless the line adds it. */
async function addContext(stage: ExampleStage, name: string, line: string): Promise<void> {
  if (/^(context add|login) /.test(line)) return;
  await stage.cli(["context", "add", name, "--base-url", "https://staging.example.com", "--project", "web"]);
}

async function deleteAll(stage: ExampleStage, path: string): Promise<void> {
  for (const id of await ids({ stage }, path)) await stage.send("DELETE", `${path}/${id}`);
}
