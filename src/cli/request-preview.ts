import type { ApiClient, RawRequest } from "../client/call.ts";
import { curlCommand, type Variable } from "../client/curl-line.ts";
import { requestValue } from "../client/request-text.ts";
import type { CommandContext } from "./context.ts";
import type { Output } from "./spec.ts";

/** The request as `--print` and `--dry-run` show it. Variables that a printed line needs are listed on stderr. */
export function requestPreview({ globals, io }: CommandContext, client: ApiClient, raw: RawRequest): Output {
  const headers = client.headers(raw);
  if (!globals.print) return { kind: "value", value: requestValue(raw, headers, globals.showToken) };
  const { line, variables } = curlCommand(raw, headers, globals.showToken);
  if (variables.length > 0) io.note(variablesNote(variables));
  return { kind: "text", text: `${line}\n` };
}

function variablesNote(variables: readonly Variable[]): string {
  const list = variables.map(({ name, holds }) => (holds === undefined ? name : `${name} (${holds})`)).join(", ");
  return `note: set ${list} before you run it; --show-token prints the values instead`;
}
