import { previewRaw } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { headerFlags } from "../../cli/headers.ts";
import { operationOf } from "../../cli/match-operation.ts";
import { toOut } from "../../cli/out-file.ts";
import { readSource } from "../../cli/source.ts";
import type { CommandRun } from "../../cli/spec.ts";
import { type RawRequest, readBytes, readJson, readText } from "../../client/call.ts";
import { type Problem, usageError } from "../../core/errors.ts";
import { sanitize, sanitizeLine } from "../../core/sanitize.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const withoutBody = new Set(["GET", "HEAD", "DELETE"]);

/** Makes any call; JSON goes through the usual output forms, anything else as it came. */
export const run: CommandRun = async (context) => {
  const { globals, io, flags } = context;
  const problems: Problem[] = [];
  const extra = headerFlags((flags["header"] as string[] | undefined) ?? [], problems);
  const client = await context.client();
  const request = { ...(await rawRequest(context, client.options.baseUrl, problems)), headers: extra };
  if (problems.length > 0) throw usageError(problems, "browserctl api --help");
  const shown = await previewRaw(context, client, request);
  if (shown) return shown;

  const response = await client.send(request);
  if (flags["include"] === true) {
    const head = [
      `HTTP ${response.status} ${response.statusText}`,
      ...[...response.headers].map(([name, value]) => `${name}: ${value}`),
    ];
    await io.write(`${head.map(io.tty.stdout ? sanitizeLine : (line) => line).join("\n")}\n\n`);
  }
  const type = response.headers.get("content-type") ?? "";
  const json = /[/+]json\b/.test(type);
  if (io.tty.stdout && flags["out"] === undefined && /^text\//.test(type)) {
    return { kind: "text", text: sanitize(await readText(response)) };
  }
  if (!json || flags["out"] !== undefined) return toOut(context, readBytes(response), !json);
  const value = await readJson(response);
  if (value === undefined && globals.output === "text") return { kind: "exit", exitNumber: 0 };
  // A raw call shows the raw answer: JSON unless another form was asked for.
  if (globals.output === "text") globals.output = "json";
  return { kind: "value", value };
};

async function rawRequest(context: CommandContext, baseUrl: string, problems: Problem[]): Promise<RawRequest> {
  const { args, flags, globals, io, lifetime } = context;
  const method = (args[0] ?? "").toUpperCase();
  if (!methods.includes(method))
    problems.push({ path: "<method>", message: `must be one of ${methods.join(", ")}, not "${args[0]}"` });
  const path = args[1] ?? "";
  if (!path.startsWith("/") || path.startsWith("//"))
    problems.push({ path: "<path>", message: `must begin with one "/", not "${path}"` });
  const url = new URL(`${baseUrl.replace(/\/+$/, "")}${path.startsWith("/") ? path : "/"}`);
  const fields = fieldTree((flags["field"] as string[] | undefined) ?? [], problems);
  const hasFields = Object.keys(fields).length > 0;
  const input = flags["input"] as string | undefined;
  let body: string | undefined;
  if (withoutBody.has(method)) {
    for (const [name, value] of Object.entries(fields)) appendQuery(url, name, value);
    if (input !== undefined && method !== "DELETE")
      problems.push({ path: "--input", message: `${method} has no body` });
  } else if (hasFields && input !== undefined)
    problems.push({ path: "--input", message: "cannot be used together with --field" });
  else if (hasFields) body = JSON.stringify(fields);
  if (input !== undefined && problems.length === 0) body = await readSource(input, "--input", io, lifetime.signal);
  return {
    method,
    url,
    accept: "*/*",
    body,
    contentType: body === undefined ? undefined : "application/json",
    attempt: { idempotent: withoutBody.has(method) || method === "PUT", unsafe: globals.retryUnsafe },
    operation: await operationOf(method, path),
  };
}

function appendQuery(url: URL, name: string, value: unknown): void {
  if (Array.isArray(value)) url.searchParams.append(name, value.join(","));
  else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) url.searchParams.append(`${name}[${key}]`, String(item));
  } else url.searchParams.append(name, String(value));
}

/** `a.b=1` and `c[]=x` as a JSON object; the words true, false, null and numbers keep their type. */
function fieldTree(words: readonly string[], problems: Problem[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const word of words) {
    const at = word.indexOf("=");
    const keys = word.slice(0, at).split(".");
    if (at < 1 || keys.some((key) => key === "" || key === "[]" || key === "__proto__")) {
      problems.push({ path: "--field", message: `must be KEY=VALUE, not "${word}"` });
      continue;
    }
    if (!put(tree, keys, scalar(word.slice(at + 1)))) {
      problems.push({ path: "--field", message: `"${word}" does not fit the fields before it` });
    }
  }
  return tree;
}

function put(target: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): boolean {
  if (rest.length > 0) {
    const inner = target[key] ?? {};
    if (typeof inner !== "object" || Array.isArray(inner)) return false;
    target[key] = inner;
    return put(inner as Record<string, unknown>, rest, value);
  }
  if (key.endsWith("[]")) {
    const list = target[key.slice(0, -2)] ?? [];
    if (!Array.isArray(list)) return false;
    target[key.slice(0, -2)] = [...list, value];
    return true;
  }
  if (typeof target[key] === "object" && target[key] !== null) return false;
  target[key] = value;
  return true;
}

function scalar(text: string): unknown {
  if (text === "true") return true;
  if (text === "false") return false;
  if (text === "null") return null;
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
