import type { Lifetime } from "../core/abort.ts";
import { CliError, type Problem, usageError } from "../core/errors.ts";
import type { Io } from "../core/io.ts";
import { version } from "../core/version.ts";
import { loadSettings } from "../settings/load-settings.ts";
import type { OutputFormat } from "../settings/model.ts";
import { settingsPaths } from "../settings/paths.ts";
import { readLocalService } from "../settings/read-local-service.ts";
import { refusePlainHttp, requireService } from "../settings/require-service.ts";
import { resolveSettings } from "../settings/resolve.ts";
import { composeRequest } from "./compose.ts";
import { confirm } from "./confirm.ts";
import type { CommandContext, Globals } from "./context.ts";
import { commandArgs, commandFlags } from "./field-flags.ts";
import { globalFlags } from "./global-flags.ts";
import { loadOperation } from "./operations.ts";
import { parseWords } from "./parse.ts";
import { printOutput } from "./print.ts";
import { readSource } from "./source.ts";
import type { CommandSpec, FlagSpec } from "./spec.ts";
import { flagValue } from "./values.ts";

/** Runs one command: words to values, values to a request, the request to output. Gives the exit code. */
export async function runCommand(
  spec: CommandSpec,
  words: readonly string[],
  io: Io,
  lifetime: Lifetime,
): Promise<number> {
  const operation = spec.operation && (await loadOperation(spec.operation));
  const args = commandArgs(spec, operation);
  const own = commandFlags(spec, operation);
  const general = globalFlags(spec, { body: operation?.body !== undefined, paged: operation?.paging !== undefined });
  const parsed = parseWords(words, [...own, ...general], args, spec.rest !== undefined);
  if (parsed.flags.has("help")) {
    const { commandHelp } = await import("./help.ts");
    await io.write(commandHelp(spec, operation));
    return 0;
  }

  const problems: Problem[] = [...parsed.problems];
  const values: Record<string, unknown> = {};
  for (const flag of [...own, ...general]) {
    const given = parsed.flags.get(flag.name);
    if (given) values[flag.name] = flagValue(flag, given, problems);
    else if (flag.required) problems.push({ path: `--${flag.name}`, message: "is missing" });
  }
  const word = (name: string): string | undefined => {
    const value = parsed.flags.get(name)?.at(-1);
    return typeof value === "string" && values[name] !== undefined ? value : undefined;
  };

  const paths = await settingsPaths(io.env, io.cwd);
  const settings = await loadSettings(paths, { notice: (text) => io.note(text), signal: lifetime.signal });
  const resolved = mergeProblems(problems, () =>
    resolveSettings({
      flags: {
        context: word("context"),
        baseUrl: word("base-url"),
        project: word("project"),
        output: values["output"] as string | undefined,
        timeout: word("timeout"),
        noInput: values["no-input"] === true || undefined,
      },
      env: io.env,
      cwd: io.cwd,
      settings,
      paths,
      readLocal: readLocalService,
      allowUnknownContext: spec.newContext === true,
    }),
  );
  io.jsonErrors = /^jsonl?$/.test(resolved?.output.value ?? "");
  io.quiet = values["quiet"] === true;
  io.noColor = values["no-color"] === true;
  io.noInput = resolved?.no_input.value ?? values["no-input"] === true;
  const limit = resolved?.timeout.value;
  if (limit) lifetime.limit(limit.ms, limit.text);
  const globals: Globals = {
    output: resolved?.output.value ?? ("text" satisfies OutputFormat),
    fields: fieldList(values["fields"], problems),
    query: values["query"] as string | undefined,
    debug: values["debug"] === true,
    yes: values["yes"] === true,
    all: values["all"] === true,
    dryRun: values["dry-run"] === true,
    print: values["print"] as "curl" | undefined,
    retryUnsafe: values["retry-unsafe"] === true,
    insecureHttp: values["insecure-http"] === true,
  };
  if (globals.query !== undefined) await (await import("../render/select.ts")).compileQuery(globals.query);

  // stdin is read only when nothing typed is wrong already: it may be large, or a person at a keyboard.
  if (problems.length === 0) await readSources(own, values, io, lifetime.signal);
  const request =
    operation && problems.every((problem) => problem.message !== "unknown flag")
      ? await composeRequest(
          {
            operation,
            args,
            argValues: parsed.args,
            flags: own,
            flagValues: problems.length === 0 ? values : { ...values, input: undefined },
            io,
            signal: lifetime.signal,
          },
          problems,
        )
      : { params: {}, query: {}, body: undefined };
  if (problems.length > 0 || !resolved) throw usageError(problems, `browserctl ${spec.words} --help`);

  const context: CommandContext = {
    spec,
    io,
    lifetime,
    globals,
    flags: values,
    args: parsed.args,
    rest: parsed.rest,
    operation,
    request,
    paths,
    settings,
    resolved,
    loadOperation,
    service: () => requireService(resolved, { insecureHttp: globals.insecureHttp }),
    client: async ({ signal = lifetime.signal, service = context.service() } = {}) => {
      refusePlainHttp(service.baseUrl, { insecureHttp: globals.insecureHttp });
      const [{ ApiClient }, { tracer }] = await Promise.all([
        import("../client/call.ts"),
        import("../client/trace.ts"),
      ]);
      return new ApiClient({
        baseUrl: service.baseUrl,
        token: service.token,
        project: service.project,
        local: service.kind === "local",
        version,
        env: io.env,
        signal,
        retryUnsafe: globals.retryUnsafe,
        trace: tracer(globals.debug ? (line) => io.report(line) : undefined),
        note: (text) => io.note(text),
      });
    },
    confirm: (question) => confirm(question, globals.yes, io, lifetime.signal),
  };
  const run = spec.run ? (await spec.run()).run : (await import("./call-and-render.ts")).callAndRender;
  const output = await run(context);
  return printOutput(output, io, globals);
}

/** What settings find wrong joins the other problems, so that all are said at once. */
function mergeProblems<T>(problems: Problem[], resolve: () => T): T | undefined {
  try {
    return resolve();
  } catch (error) {
    if (problems.length === 0 || !(error instanceof CliError) || error.exit !== "usage") throw error;
    const found = error.options.problems ?? [];
    if (found.length > 0) problems.push(...found);
    else problems.push({ path: "settings", message: error.message });
    return undefined;
  }
}

async function readSources(
  flags: readonly FlagSpec[],
  values: Record<string, unknown>,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  for (const flag of flags) {
    const value = values[flag.name];
    if (flag.kind === "text" && typeof value === "string")
      values[flag.name] = await readSource(value, `--${flag.name}`, io, signal);
  }
}

function fieldList(value: unknown, problems: Problem[]): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const paths = String(value)
    .split(",")
    .map((path) => path.trim());
  if (paths.some((path) => path === "" || path.split(".").includes(""))) {
    problems.push({
      path: "--fields",
      message: `must be names separated by commas, such as session_id,viewport.width`,
    });
  }
  return paths;
}
