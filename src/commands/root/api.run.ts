import type { BodyOf, Check, Run } from "../../cli/body.ts";
import { headerFlags } from "../../cli/headers.ts";
import { operationOf } from "../../cli/match-operation.ts";
import { type ApiClient, readBytes, readJson, readText } from "../../client/call.ts";
import { secretsIn } from "../../client/redact.ts";
import type { RawRequest } from "../../client/request.ts";
import type { Problem } from "../../core/errors.ts";
import { sanitize, sanitizeLine } from "../../core/sanitize.ts";
import type { api } from "./api.ts";

type Api = BodyOf<typeof api>;
type Words = Pick<Api, "args" | "flags">;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const withoutBody = new Set(["GET", "HEAD", "DELETE"]);

export const check: Check<typeof api> = (input) => {
  const { args, flags } = input;
  const problems: Problem[] = [];
  headerFlags(flags.header ?? [], problems);
  const method = methodOf(input);
  if (!methods.includes(method))
    problems.push({ path: "<method>", message: `must be one of ${methods.join(", ")}, not "${args.method}"` });
  if (!args.path.startsWith("/") || args.path.startsWith("//"))
    problems.push({ path: "<path>", message: `must begin with one "/", not "${args.path}"` });
  const hasFields = Object.keys(fieldTree(flags.field ?? [], problems)).length > 0;
  if (flags.input === undefined) return problems;
  if (withoutBody.has(method)) {
    if (method !== "DELETE") problems.push({ path: "--input", message: `${method} has no body` });
  } else if (hasFields) problems.push({ path: "--input", message: "cannot be used together with --field" });
  return problems;
};

/** Makes any call; JSON goes through the usual output forms, anything else as it came. */
export const run: Run<typeof api> = async (body) => {
  const { bytes, client, exit, flags, maskInCi, output, text, tty, value } = body;
  const own = await client();
  const request = await rawRequest(body, own.options);
  const response = await own.send(request);
  const { status, statusText, headers } = response;
  const lines = [`HTTP ${status} ${statusText}`, ...[...headers].map(([name, each]) => `${name}: ${each}`)];
  const before =
    flags.include === true
      ? `${lines.map((line) => (tty.stdout ? sanitizeLine(line) : line)).join("\n")}\n\n`
      : undefined;
  const type = headers.get("content-type") ?? "";
  const json = /[/+]json\b/.test(type);
  if (tty.stdout && flags.out === undefined && /^text\//.test(type)) {
    return text(sanitize(await readText(response)), { before });
  }
  if (!json || flags.out !== undefined) {
    return bytes(readBytes(response), { binary: !json, out: flags.out, force: flags.force, before });
  }
  const answer = await readJson(response);
  if (answer === undefined && output === "text") return before === undefined ? exit(0) : text("", { before });
  const declared = request.operation?.response;
  // assumed: an answer that another program reads is masked too, because that program may print it.
  if (declared?.kind === "json") for (const secret of secretsIn(answer, declared.schema)) maskInCi(secret);
  // A raw call shows the raw answer: JSON unless another form was asked for.
  return value(answer, { before, ...(output === "text" && { format: "json" }) });
};

function methodOf({ args }: Words): string {
  return args.method.toUpperCase();
}

async function rawRequest(body: Api, options: ApiClient["options"]): Promise<RawRequest> {
  const { args, flags, read } = body;
  const method = methodOf(body);
  const url = new URL(`${options.baseUrl.replace(/\/+$/, "")}${args.path}`);
  const fields = fieldTree(flags.field ?? [], []);
  let sent: string | undefined;
  if (withoutBody.has(method)) for (const [name, value] of Object.entries(fields)) appendQuery(url, name, value);
  else if (Object.keys(fields).length > 0) sent = JSON.stringify(fields);
  if (flags.input !== undefined) sent = await read(flags.input, "--input");
  return {
    method,
    url,
    accept: "*/*",
    body: sent,
    contentType: sent === undefined ? undefined : "application/json",
    attempt: { idempotent: withoutBody.has(method) || method === "PUT", unsafe: options.retryUnsafe },
    operation: await operationOf(method, args.path),
    headers: headerFlags(flags.header ?? [], []),
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
