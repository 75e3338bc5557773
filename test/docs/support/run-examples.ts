import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { commandArgs, commandFlags } from "../../../src/cli/field-flags.ts";
import { globalFlags, needsOf } from "../../../src/cli/global-flags.ts";
import { parseWords } from "../../../src/cli/parse.ts";
import type { CommandSpec } from "../../../src/cli/spec.ts";
import { commands } from "../../../src/commands/index.ts";
import { operations } from "../../../src/contract/index.ts";
import type { PlainOperation } from "../../../src/contract/plain.ts";
import { demoSite } from "../../../src/demo-site/demo-site.ts";
import { CompletionSources } from "../../../src/generate/completions/sources.ts";
import { readLocalState } from "../../../src/settings/local-state.ts";
import { startExampleSite } from "../../readme/example-site.ts";
import { placeOf, withFlags, writeExampleContent } from "../../support/example-content.ts";
import { startedHome } from "../../support/local-home.ts";
import { runHere } from "../../support/run-cli.ts";
import { type Answer, callApi } from "../../support/service.ts";
import { effects, elsewhere, preparations, restorations, sessionFiles } from "./example-effects.ts";
import { ExampleShell, type LineResult } from "./example-shell.ts";
import { ExampleWorld, type Send } from "./example-world.ts";

type Json = Record<string, unknown>;

const plain = JSON.parse(JSON.stringify(operations)) as readonly PlainOperation[];
const sources = new CompletionSources(plain);

/** Names of contexts in lines. */
const contextNames = /(?<=^context (?:use|show|remove|rename) |--context )(?!local)\w+/g;
const changesSettings =
  /^(context (use (?!local|.*--shared)|unbind|add|remove|rename)|config (set|unset)|login|logout|projects use shop)/;

/** Records that a line names: the word in it, the list, and the id of the record. */
interface Named {
  readonly word: string;
  readonly list: string;
  readonly id: string;
}

/**
 * Types examples of help into a shell and checks the effect of each against a local service.
 *
 * @param perCommand number of examples of each command, from the first
 */
export async function runExamples(perCommand: number): Promise<void> {
  const home = await startedHome();
  await using site = await startExampleSite();
  const demo = await demoSite({ now: Date.now });
  await using shell = new ExampleShell(home);
  writeExampleContent(home);
  const { token = "" } = readLocalState(home.stateDir) ?? {};
  const api = (method: string, path: string, options = {}): Promise<Answer> =>
    callApi(home.service.base_url, token, method, path, options);
  const send: Send = async (...request) => {
    const answer = await api(...request);
    if (answer.status >= 300) throw new Error(`${request[0]} ${request[1]}: ${answer.text}`);
    return answer;
  };
  const world = new ExampleWorld(send, { loginUrl: demo.on("main", "/"), site: site.url });
  const settingsFile = join(home.configDir, "settings.json");
  const problems: string[] = [];
  const lines = commands.flatMap((spec) => spec.examples.slice(0, perCommand).map((example) => ({ spec, ...example })));
  for (const { spec, line, before, does } of lines) {
    if (Object.hasOwn(elsewhere, line)) continue;
    try {
      await check(spec, line, does, before);
    } catch (error) {
      problems.push(`${line}\n  ${String((error as Error).message).slice(0, 700)}`);
    }
  }
  await demo.close();
  expect(problems.join("\n")).toBe("");

  async function check(spec: CommandSpec, line: string, does: string, before = ""): Promise<void> {
    const operation = plain.find(({ id }) => id === spec.operation);
    const stored = readFileSync(settingsFile, "utf8");
    for (const word of line.match(contextNames) ?? []) await addContext(word, line);
    const named = await prepare(spec, operation, line);
    // A list has something to show.
    if (operation?.paging) await world.ensure(operation.path.replace(/^\/(org\/)?/, ""), "shop");
    const session = named.find(({ list }) => list === "browsers")?.id;
    for (const path of sessionFiles(line)) {
      await send("PUT", `/browsers/${session}/fs/write_file?path=${encodeURIComponent(path)}`, { bytes: "hello" });
    }
    if (line.startsWith("auth connections create")) await endAll("/auth/connections");
    await preparations[line]?.({ world, send, home, named });
    const typed = [`${before} browserctl ${line}`.trim()]
      .map((text) =>
        named.reduce(
          (all, { word, id }) =>
            /^[a-z]\w*$/.test(word) && word.length < 10 && !isId(word) ? all : all.replaceAll(word, id),
          text,
        ),
      )
      .map((text) => text.replaceAll("https://example.com", site.url))[0] as string;
    const files = [...typed.matchAll(/(?:--out|--extract|--out-file|>>?) ([\w./-]+)/g)].flatMap(([, file = ""]) =>
      file === "-" ? [] : [file],
    );
    for (const file of files)
      if (!line.includes("--force")) rmSync(join(home.dir, file), { recursive: true, force: true });
    const creates = operation?.method === "POST" && listAt(operation.path) ? operation.path : undefined;
    const known = new Set(creates ? await ids(creates) : []);
    for (const file of files) mkdirSync(dirname(join(home.dir, file)), { recursive: true });
    const settings = readFileSync(settingsFile, "utf8");
    const confirms = !line.includes("--yes") && (spec.question !== undefined || / after confirmation$/.test(does));
    const { cwd, stdin } = placeOf(line, home);
    const ran = await shell.run(typed, { cwd, confirms, stdin: String(stdin) });
    expect(ran.code, `${ran.stderr}${ran.stdout}`).toBe(0);
    for (const file of files) {
      expect(existsSync(join(home.dir, file)), file).toBe(true);
      expect(statSync(join(home.dir, file)).size, file).toBeGreaterThan(0);
    }
    const effect = effects[line];
    if (effect) await effect({ ran, send, home, named, world });
    else if (changesSettings.test(line)) expect(readFileSync(settingsFile, "utf8")).not.toBe(settings);
    else await derivedEffect(operation, ran, { creates, known, named, files });
    writeFileSync(settingsFile, stored);
    rmSync(join(home.dir, ".browserctl.json"), { force: true });
    await restorations[line.replace(/^(local \w+) .*/, "$1")]?.({ world, send, home, named });
  }

  /** Stores a context that a line names, unless the line adds it. */
  async function addContext(name: string, line: string): Promise<void> {
    if (/^(context add|login) /.test(line)) return;
    const words = ["context", "add", name, "--base-url", "https://staging.example.com", "--project", "web"];
    await runHere(words, { home });
    if (/unbind/.test(line)) await runHere(["context", "use", "local", "--here"], { home });
  }

  /** Makes the records that a line names, and frees the names that it gives. */
  async function prepare(spec: CommandSpec, operation: PlainOperation | undefined, line: string): Promise<Named[]> {
    const args = commandArgs(spec, operation);
    const flags = [...commandFlags(spec, operation), ...globalFlags(spec, needsOf(operation))];
    const words = (line.replace(/ [|>].*$/, "").match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
      word.replace(/^['"]|['"]$/g, ""),
    );
    const parsed = parseWords(words.slice(spec.words.split(" ").length), flags, args, spec.rest !== undefined);
    const named: Named[] = [];
    const creating = operation?.method === "POST" && listAt(operation.path);
    const add = async (source: string | undefined, word: unknown): Promise<void> => {
      const [list = "", field = "id"] = source?.split(".") ?? [];
      if (!/^(id|name|app_name)$/.test(field)) return;
      if (list === "" || typeof word !== "string" || word === "none" || word === "-" || word.includes("/")) return;
      const id = await world.ensure(list, word, named[0]?.id);
      if (id !== undefined) named.push({ word, list, id });
    };
    for (const [at, word] of parsed.args.entries()) {
      const arg = args[at] ?? args.at(-1);
      if (arg) await add(sources.ofArg(spec, operation, arg), word);
    }
    for (const flag of flags)
      for (const word of parsed.flags.get(flag.name) ?? []) await add(sources.ofFlag(spec, operation, flag), word);
    const path = operation?.path.replace(/\/\{\w+\}$/, "") ?? "";
    const names = [...(parsed.flags.get("name") ?? []), ...(creating && parsed.args[0] ? [parsed.args[0]] : [])];
    if (listAt(path))
      for (const name of names) if (!named.some(({ word }) => word === name)) await world.free(path, String(name));
    return named;
  }

  async function endAll(path: string): Promise<void> {
    for (const id of await ids(path)) await send("DELETE", `${path}/${id}`);
  }

  async function ids(path: string): Promise<string[]> {
    const { body } = await send("GET", `${path}?limit=100`);
    return (body as Json[]).map((record) => String(record["session_id"] ?? record["id"]));
  }

  /** The effect that follows from the operation: what was said is in the record, what was deleted is gone. */
  async function derivedEffect(
    operation: PlainOperation | undefined,
    { calls, stderr, stdout }: LineResult,
    {
      creates,
      known,
      named,
      files,
    }: { creates: string | undefined; known: ReadonlySet<string>; named: readonly Named[]; files: readonly string[] },
  ): Promise<void> {
    const call = calls.at(-1);
    if (!call || operation === undefined) return void expect(stdout + stderr + files.join("")).not.toBe("");
    const dry = await runHere(withFlags(call.argv, "--dry-run", "-o", "json"), {
      home,
      env: { PASSWORD: "secret" },
      stdin: "x",
    });
    const request = (dry.code === 0 ? JSON.parse(dry.stdout) : {}) as { url?: string; body?: Json };
    const path = request.url?.slice(home.service.base_url.length) ?? "";
    if (creates !== undefined) {
      const made = (await ids(creates)).filter((id) => !known.has(id));
      expect(made).toHaveLength(1);
      expectPart(request.body, (await send("GET", `${creates}/${made[0]}`)).body);
    } else if (operation.method === "PATCH") {
      expectPart(request.body, (await send("GET", idPath(path, named))).body);
    } else if (operation.method === "DELETE") {
      const { status, body } = await api("GET", idPath(path, named));
      expect([status, body.status]).toEqual(status === 200 ? [200, "stopped"] : [404, undefined]);
    } else if (operation.method === "GET" && files.length === 0) {
      expect(stdout + stderr).not.toBe("");
      if (operation.paging) expect((await send("GET", path)).body).not.toEqual([]);
    }
  }
}

function isId(word: string): boolean {
  return /^(5f1c|i7f2|d4c1|[a-z][a-z0-9]{23}$)/.test(word);
}

/** True for the path of a list of records that can be got one by one. */
function listAt(path: string): boolean {
  return (
    plain.some((each) => each.method === "GET" && each.path === path && each.paging) &&
    plain.some((each) => each.method === "GET" && each.path.startsWith(`${path}/{`))
  );
}

/** The path of a record by its id, which stays when its name changes. */
function idPath(path: string, named: readonly Named[]): string {
  const [bare = ""] = path.split("?");
  const first = named[0];
  return first ? bare.replace(/\/[^/]+(\/limits)?$/, `/${first.id}$1`) : bare;
}

/** Fields of a request that the record has must have the same values. */
function expectPart(request: Json | undefined, record: Json): void {
  for (const [name, value] of Object.entries(request ?? {})) {
    if (!Object.hasOwn(record, name) || String(value) === "***" || typeof value !== typeof record[name]) continue;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      expectPart(value as Json, record[name] as Json);
    else expect(record[name], name).toEqual(value);
  }
}
