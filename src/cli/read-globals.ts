import type { Problem } from "../core/errors.ts";
import type { OutputFormat } from "../settings/model.ts";
import type { ResolvedSettings } from "../settings/resolve.ts";
import type { Globals } from "./context.ts";

/** Values of the flags that every command shares; a bad field list is added to `problems`. */
export function readGlobals(
  values: Readonly<Record<string, unknown>>,
  resolved: ResolvedSettings | undefined,
  problems: Problem[],
): Globals {
  return {
    output: resolved?.output.value ?? ("text" satisfies OutputFormat),
    fields: fieldList(values["fields"], problems),
    query: values["query"] as string | undefined,
    debug: values["debug"] === true,
    yes: values["yes"] === true,
    all: values["all"] === true,
    dryRun: values["dry-run"] === true,
    print: values["print"] as "curl" | undefined,
    showToken: values["show-token"] === true,
    retryUnsafe: values["retry-unsafe"] === true,
    insecureHttp: values["insecure-http"] === true,
  };
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
