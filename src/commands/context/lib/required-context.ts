import type { Needs } from "../../../cli/declare/body.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError } from "../../../core/errors.ts";

type Tools = Needs<"service" | "settings">;

/**
 * Name of the context whose service commands use, for storing a choice. Exit 2 when the base URL comes from elsewhere;
 * the error names the variable to use instead.
 */
export function requiredContext({ service, settings: { resolved } }: Tools, variable: string): string {
  const { baseUrl, contextName } = service();
  if (contextName !== undefined) return contextName;
  const { from } = resolved.base_url;
  throw new CliError("usage", `no context is in use: ${baseUrl} comes from ${from}`, {
    code: "no_context",
    hint: `${commandLine`context add NAME --base-url ${baseUrl}`}, or set ${variable}`,
  });
}
