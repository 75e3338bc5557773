import type { Variable } from "../client/curl-line.ts";
import type { RecordedRequest } from "../client/request-recorder.ts";
import { requestValue } from "../client/request-text.ts";
import type { CommandContext } from "./context.ts";
import type { Output } from "./spec.ts";

/** The parts of a command's context that decide how a request is shown. */
type PreviewContext = Pick<CommandContext, "globals" | "io">;

/** The request as `--print` and `--dry-run` show it. Variables that a printed line needs are listed on stderr. */
async function requestPreview({ globals, io }: PreviewContext, { request, headers }: RecordedRequest): Promise<Output> {
  if (!globals.print) return { kind: "value", value: requestValue(request, headers, globals.showToken) };
  // It loads crypto, which `--dry-run` does not need.
  const { curlCommand } = await import("../client/curl-line.ts");
  const { line, variables } = curlCommand(request, headers, globals.showToken);
  if (variables.length > 0) io.note(variablesNote(variables));
  return { kind: "text", text: `${line}\n` };
}

/** Every recorded request as one output: one as it is, several as a list or as lines. */
export async function recordedPreview(requests: readonly RecordedRequest[], context: PreviewContext): Promise<Output> {
  const shown: Output[] = [];
  for (const each of requests) shown.push(await requestPreview(context, each));
  const [first] = shown;
  if (!first) throw new Error("no request was recorded");
  return shown.length === 1 ? first : joined(shown);
}

/** Several previews as one output: a list of values, or lines. */
function joined(shown: readonly Output[]): Output {
  const texts = shown.flatMap((each) => (each.kind === "text" ? [each.text] : []));
  if (texts.length > 0) return { kind: "text", text: texts.join("") };
  return { kind: "value", value: shown.flatMap((each) => (each.kind === "value" ? [each.value] : [])) };
}

function variablesNote(variables: readonly Variable[]): string {
  const list = variables.map(({ name, holds }) => (holds === undefined ? name : `${name} (${holds})`)).join(", ");
  return `note: set ${list} before you run it; --show-token prints the values instead`;
}
