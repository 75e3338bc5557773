import type { ApiClient, RawRequest } from "../client/call.ts";
import type { Variable } from "../client/curl-line.ts";
import { requestValue } from "../client/request-text.ts";
import type { CommandContext } from "./context.ts";
import type { Output } from "./spec.ts";

/** The request as `--print` and `--dry-run` show it. Variables that a printed line needs are listed on stderr. */
export async function requestPreview(
  { globals, io }: CommandContext,
  client: ApiClient,
  raw: RawRequest,
): Promise<Output> {
  const headers = client.headers(raw);
  if (!globals.print) return { kind: "value", value: requestValue(raw, headers, globals.showToken) };
  // It loads crypto, which `--dry-run` does without.
  const { curlCommand } = await import("../client/curl-line.ts");
  const { line, variables } = curlCommand(raw, headers, globals.showToken);
  if (variables.length > 0) io.note(variablesNote(variables));
  return { kind: "text", text: `${line}\n` };
}

function variablesNote(variables: readonly Variable[]): string {
  const list = variables.map(({ name, holds }) => (holds === undefined ? name : `${name} (${holds})`)).join(", ");
  return `note: set ${list} before you run it; --show-token prints the values instead`;
}
