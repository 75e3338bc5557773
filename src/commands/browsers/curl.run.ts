import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { preview } from "../../cli/call-and-render.ts";
import type { CommandContext } from "../../cli/context.ts";
import { headerFlags } from "../../cli/headers.ts";
import { toOut } from "../../cli/out-file.ts";
import type { CommandRun, Output } from "../../cli/spec.ts";
import { readJson } from "../../client/call.ts";
import { CliError, fileError, type Problem, usageError } from "../../core/errors.ts";
import { sanitize, sanitizeLine } from "../../core/sanitize.ts";

interface CurlResult {
  status: number;
  /** All values of a name, or its one value. */
  headers: Record<string, string | string[]>;
  body: string;
  duration_ms: number;
}

/** Sends the request; the body goes raw to stdout, as curl does it, unless another form was asked for. */
export const run: CommandRun = async (context) => {
  const { flags, globals, operation } = context;
  if (!operation) throw new Error("browsers curl is a call");
  const asked = globals.output !== "text" || globals.query !== undefined || globals.fields !== undefined;
  // What goes to a file is the body, whatever the form of what is said about it.
  const raw = !asked || flags["out"] !== undefined;
  const request = { ...context.request, body: await requestBody(context, raw, asked) };
  const shown = await preview(context, request);
  if (shown) return shown;
  const client = await context.client();
  const result = (await readJson(await client.send(client.request(operation, request)))) as CurlResult;
  const failed = result.status >= 400 && (flags["fail"] === true || flags["fail-with-body"] === true);
  if (failed && flags["fail-with-body"] !== true) throw statusFailure(result);
  const encoding = request.body["response_encoding"] ?? "utf8";
  const output = raw
    ? await rawOutput(context, result, Buffer.from(result.body, encoding === "base64" ? "base64" : "utf8"))
    : ({ kind: "value", value: result } satisfies Output);
  if (!failed) return output;
  const { printOutput } = await import("../../cli/print.ts");
  await printOutput(output, context.io, globals);
  throw statusFailure(result);
};

function statusFailure(result: CurlResult): CliError {
  return new CliError("http-status", `the target answered ${result.status}`, { extra: { status: result.status } });
}

/** The body of the call: what was typed, and the method and content type that curl would choose. */
async function requestBody(context: CommandContext, raw: boolean, asked: boolean): Promise<Record<string, unknown>> {
  const { flags } = context;
  const problems: Problem[] = [];
  const body: Record<string, unknown> = { ...context.request.body };
  const data = (flags["data"] as string | undefined) ?? body["body"];
  if (data !== undefined) body["body"] = data;
  if (flags["head"] === true) body["method"] ??= "HEAD";
  else if (data !== undefined) body["method"] ??= "POST";
  const method = String(body["method"] ?? "GET");
  if (data !== undefined && !["POST", "PUT", "PATCH"].includes(method)) {
    problems.push({ path: "--data", message: `${method} has no body; use POST, PUT or PATCH` });
  }
  const headers = {
    ...(body["headers"] as Record<string, string> | undefined),
    ...headerFlags(await headerWords(context), problems),
  };
  const typed = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (data !== undefined && !typed) headers["content-type"] = "application/x-www-form-urlencoded";
  if (Object.keys(headers).length > 0) body["headers"] = headers;
  // Base64 keeps every byte; who asks for the plain answer gets the API's own default.
  if (raw) body["response_encoding"] ??= "base64";
  if (flags["include"] === true && asked)
    problems.push({ path: "--include", message: "is part of the result with -o json" });
  if (problems.length > 0) throw usageError(problems, "browserctl browsers curl --help");
  return body;
}

/** `-H @file` is a file of header lines. */
async function headerWords({ flags, io }: CommandContext): Promise<string[]> {
  const words: string[] = [];
  for (const word of (flags["header"] as string[] | undefined) ?? []) {
    if (!word.startsWith("@")) {
      words.push(word);
      continue;
    }
    const text = await readFile(resolve(io.cwd, word.slice(1)), "utf8").catch((error) => {
      throw fileError("read", word.slice(1), error);
    });
    words.push(...text.split(/\r?\n/).filter((line) => line.trim() !== ""));
  }
  return words;
}

async function rawOutput(context: CommandContext, result: CurlResult, body: Buffer): Promise<Output> {
  const { flags, io } = context;
  const headersShown = flags["include"] === true || flags["head"] === true;
  if (headersShown) {
    const line = io.tty.stdout ? sanitizeLine : (text: string) => text.replace(/[\r\n]/g, " ");
    const head = [`HTTP ${result.status}`, ...headerLines(result.headers)].map((text) => `${line(text)}\n`).join("");
    await io.write(`${head}\n`);
  }
  if (flags["out"] !== undefined && flags["out"] !== "-") return toOut(context, body, true);
  if (!io.tty.stdout) return { kind: "bytes", bytes: body, binary: false };
  const text = asText(body);
  if (text === undefined) {
    const type = valuesOf(result.headers["content-type"])[0] ?? "no content type";
    throw new CliError("usage", `the body is binary (${type}, ${body.length} bytes) and stdout is a terminal`, {
      hint: "add --out FILE, or pipe it",
    });
  }
  return { kind: "text", text: text === "" || text.endsWith("\n") ? sanitize(text) : `${sanitize(text)}\n` };
}

function headerLines(headers: CurlResult["headers"]): string[] {
  return Object.entries(headers).flatMap(([name, values]) => valuesOf(values).map((value) => `${name}: ${value}`));
}

function valuesOf(values: string | string[] | undefined): readonly string[] {
  return typeof values === "string" ? [values] : (values ?? []);
}

function asText(body: Buffer): string | undefined {
  if (body.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
