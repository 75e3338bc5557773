import type { Found, Problem } from "../../core/errors.ts";
import type { OutputFormat } from "../../settings/model.ts";
import type { ResolvedSettings } from "../../settings/resolve.ts";
import type { Globals } from "../declare/context.ts";
import type { PrintLanguage } from "../declare/global-flags.ts";

/** Shortest interval of `--watch`, in milliseconds. */
const MIN_WATCH_MS = 500;

/** Values of the flags that all commands share, except for programs such as templates and queries. */
export function readGlobals(
  values: Readonly<Record<string, unknown>>,
  resolved: ResolvedSettings | undefined,
): Found<Globals> {
  const problems: Problem[] = [];
  const typed = values["template"] === undefined ? undefined : (values["output"] as OutputFormat | undefined);
  if (typed !== undefined && typed !== "text") {
    problems.push({
      path: "--template",
      message: `cannot be used together with --output ${typed}; leave one of them out`,
    });
  }
  const value: Globals = {
    // A template overrides the output form of the settings.
    output: values["template"] === undefined ? (resolved?.output.value ?? ("text" satisfies OutputFormat)) : "text",
    fields: fieldList(values["fields"], problems),
    query: undefined,
    template: undefined,
    debug: values["debug"] === true,
    yes: values["yes"] === true,
    all: values["all"] === true,
    watchMs: watchInterval(values, problems),
    dryRun: values["dry-run"] === true,
    print: values["print"] as PrintLanguage | undefined,
    showToken: values["show-token"] === true,
    retryUnsafe: values["retry-unsafe"] === true,
    insecureHttp: values["insecure-http"] === true,
  };
  return { value, problems };
}

/** Milliseconds between two rounds; they have a minimum because services limit requests per second. */
function watchInterval(values: Readonly<Record<string, unknown>>, problems: Problem[]): number | undefined {
  const ms = values["watch"] as number | undefined;
  if (ms === undefined) return undefined;
  if (ms < MIN_WATCH_MS) problems.push({ path: "--watch", message: `must be ${MIN_WATCH_MS}ms or more, not ${ms}ms` });
  for (const name of ["dry-run", "print"]) {
    if (values[name] !== undefined) {
      problems.push({ path: "--watch", message: `cannot be used together with --${name}; leave one of them out` });
    }
  }
  return ms;
}

function fieldList(value: unknown, problems: Problem[]): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const paths = String(value)
    .split(",")
    .map((path) => path.trim());
  if (paths.some((path) => path === "" || path.split(".").includes(""))) {
    problems.push({
      path: "--fields",
      message: "must be names separated by commas, such as session_id,viewport.width",
    });
  }
  return paths;
}
