import type { Variable } from "../../client/request-code/blanks.ts";
import type { RequestDescription } from "../../client/request-code/description.ts";
import type { RecordedRequest } from "../../client/request-recorder.ts";
import { requestValue } from "../../client/request-text.ts";
import type { CommandContext } from "../declare/context.ts";
import type { PrintLanguage } from "../declare/global-flags.ts";
import type { Output } from "../declare/spec.ts";

/** The parts of a command's context that decide how a request is shown. */
type PreviewContext = Pick<CommandContext, "globals" | "io">;

/** Code of requests, and notes on how it differs from the command. */
interface Code {
  readonly text: string;
  readonly notes?: readonly string[];
}

const writers: Readonly<Record<PrintLanguage, (requests: readonly RequestDescription[]) => Promise<Code>>> = {
  curl: async (requests) => ({ text: (await import("../../client/request-code/curl.ts")).curlCode(requests) }),
  fetch: async (requests) => ({ text: (await import("../../client/request-code/fetch.ts")).fetchCode(requests) }),
  powershell: async (requests) => {
    const { powershellCode, powershellNotes } = await import("../../client/request-code/powershell.ts");
    return { text: powershellCode(requests), notes: powershellNotes(requests) };
  },
};

/**
 * Recorded requests for `--print` and `--dry-run`: a single value, a list of several, or code. Variables that printed
 * code needs are listed on stderr.
 */
export async function recordedPreview(
  recorded: readonly RecordedRequest[],
  { globals, io }: PreviewContext,
): Promise<Output> {
  const { print, showToken } = globals;
  const [first] = recorded;
  if (!first) throw new Error("no request was recorded");
  if (!print) {
    const values = recorded.map(({ request, headers }) => requestValue(request, headers, showToken));
    return { kind: "value", value: recorded.length === 1 ? values[0] : values };
  }
  // This module loads crypto, which `--dry-run` does not need.
  const { describeRequest } = await import("../../client/request-code/description.ts");
  const requests = recorded.map(({ request, headers }) => describeRequest(request, headers, showToken));
  const { text, notes = [] } = await writers[print](requests);
  for (const note of notes) io.note(note);
  for (const { variables } of requests) if (variables.length > 0) io.note(variablesNote(variables));
  return { kind: "text", text };
}

function variablesNote(variables: readonly Variable[]): string {
  const list = variables.map(({ name, holds }) => (holds === undefined ? name : `${name} (${holds})`)).join(", ");
  return `note: set ${list} before you run it; --show-token prints the values instead`;
}
