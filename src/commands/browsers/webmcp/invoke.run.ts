import type { BodyOf, Run } from "../../../cli/declare/body.ts";
import { MAX_TOOL_INPUT_BYTES } from "../../../contract/limits.ts";
import { commandLine } from "../../../core/command-line.ts";
import { CliError, usageError } from "../../../core/errors.ts";
import { isObject } from "../../../core/is-object.ts";
import { parseJson } from "../../../core/parse-json.ts";
import type { WebmcpTool } from "../../../generated/types.ts";
import type { webmcpInvoke } from "./invoke.ts";

type Invoke = BodyOf<typeof webmcpInvoke>;

/** Maximum number of tools that an error names. */
const MAX_NAMED = 10;

/** Calls a tool once and prints its output (contract 2.25). Exit 8 with the message of a tool that failed. */
export const run: Run<typeof webmcpInvoke> = async (body) => {
  const { anyValue, call, note, request, value, wantsValue } = body;
  const input = await inputOf(body);
  const tool_ref = await referenceOf(body);
  const result = await call("webmcp.invokeTool", { ...request, body: { ...request.body, tool_ref, input } });
  const { error_text, invocation_id, output, status } = result;
  if (status === "error" || status === "canceled") {
    const text = error_text || (status === "error" ? "the tool failed without a message" : "the call was canceled");
    throw new CliError("outcome-failed", text, { code: "tool_failed", extra: { invocation_id } });
  }
  if (status === "awaiting_submission") {
    note(
      "The form is filled in and not sent: look at it, then send it, for example with browsers act. Do not call the tool again.",
    );
  }
  return wantsValue ? value(result) : anyValue(output ?? null);
};

/** Input of the tool; {} by default. Exit 2 for one that is no JSON object, or too long. */
async function inputOf({ args, read }: Invoke): Promise<Record<string, unknown>> {
  const text = args.input === undefined ? "{}" : await read(args.input, "<input>");
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_TOOL_INPUT_BYTES) {
    throw refused(`must be at most ${MAX_TOOL_INPUT_BYTES} bytes (1 MiB), not ${bytes}`);
  }
  const value = parsed(text);
  if (!isObject(value) || Array.isArray(value)) throw refused(`must be a JSON object, such as '{"query":"shoes"}'`);
  return value;
}

function refused(message: string): CliError {
  return usageError([{ path: "<input>", message }], "browserctl browsers webmcp invoke --help");
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Reference of the tool that a word names, by its name or its reference. */
async function referenceOf({ args, call, previewing, request }: Invoke): Promise<string> {
  const { tool: word } = args;
  if (previewing) return word;
  const { tools } = await call("webmcp.listTools", { params: request.params });
  if (tools.some(({ tool_ref }) => tool_ref === word)) return word;
  const [found, ...more] = tools.filter(({ tool }) => tool.name === word);
  if (found && more.length === 0) return found.tool_ref;
  const list = commandLine`browsers webmcp list ${request.params.id}`;
  if (!found) {
    const has = tools.length > 0 ? `; there are ${named(tools, ({ tool }) => tool.name)}` : "; no page offers any";
    throw new CliError("not-found", `no open page offers the tool "${word}"${has}`, {
      code: "tool_not_found",
      hint: list,
    });
  }
  const where = named(
    [found, ...more],
    ({ source, tool_ref }) => `${tool_ref} on ${source.frame?.url ?? source.page_url}`,
  );
  throw usageError(
    [{ path: "<tool>", message: `is offered more than once; name one by its reference: ${where}` }],
    list,
  );
}

function named(tools: readonly WebmcpTool[], nameOf: (tool: WebmcpTool) => string): string {
  const names = [...new Set(tools.map(nameOf))];
  return (
    names.slice(0, MAX_NAMED).join(", ") + (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "")
  );
}
