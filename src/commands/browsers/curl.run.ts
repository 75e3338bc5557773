import { resolve } from "node:path";
import type { BodyOf, Check, Needs, Result, Run } from "../../cli/declare/body.ts";
import { headerFlags } from "../../cli/input/headers.ts";
import { CliError, fileError, type Problem, usageError } from "../../core/errors.ts";
import { readInput } from "../../core/input-file.ts";
import { saveFile } from "../../core/save-file.ts";
import { Styled, styled } from "../../core/styled.ts";
import type { BrowsersCurlBody, BrowsersCurlResult } from "../../generated/types.ts";
import type { browsersCurl } from "./curl.ts";
import { headerValues, writeOut, writeOutProblems } from "./lib/write-out.ts";

type Curl = BodyOf<typeof browsersCurl>;

const withBody: readonly unknown[] = ["POST", "PUT", "PATCH"];

export const check: Check<typeof browsersCurl> = ({ flags, request, wantsValue }) => {
  const problems: Problem[] = [];
  const method = methodOf(flags, request.body) ?? "GET";
  if (dataOf(flags, request.body) !== undefined && !withBody.includes(method)) {
    problems.push({ path: "--data", message: `${method} has no body; use POST, PUT or PATCH` });
  }
  if (flags.include === true && wantsValue) {
    problems.push({ path: "--include", message: "is part of the result with -o json" });
  }
  if (flags.writeOut !== undefined && wantsValue && flags.out === undefined) {
    problems.push({ path: "--write-out", message: "cannot be used together with -o json, which has all of it" });
  }
  return [...problems, ...writeOutProblems(flags.writeOut)];
};

/** Sends the request; the raw body goes to stdout, as with curl, unless another form is requested. */
export const run: Run<typeof browsersCurl> = async (body) => {
  const { call, flags, request, value, wantsValue } = body;
  // A file gets the raw body, regardless of the output form on stdout.
  const raw = !wantsValue || flags.out !== undefined;
  const sent = await requestBody(body, raw);
  const result = await call("browsers.curl", { params: request.params, body: sent });
  const failure =
    result.status >= 400 && (flags.fail === true || flags.failWithBody === true) ? statusFailure(result) : undefined;
  await dumpHeaders(body, result);
  if (failure && flags.failWithBody !== true) throw failure;
  if (!raw) return value(result, { failure });
  const content = Buffer.from(result.body, sent.response_encoding ?? "utf8");
  const { method = "GET", url } = sent;
  const written =
    flags.writeOut === undefined ? "" : writeOut(flags.writeOut, { url, method, result, bytes: content.length });
  return rawOutput(body, { result, content, written, failure });
};

/** Writes status line and headers to the file of `--dump-header`. */
async function dumpHeaders({ cwd, defer, flags, signal }: Curl, result: BrowsersCurlResult): Promise<void> {
  const { dumpHeader: file, force = false } = flags;
  if (file === undefined || file === "-") return;
  await saveFile(file, Buffer.from(head(result).plain), { cwd, force, defer, signal });
}

function statusFailure(result: BrowsersCurlResult): CliError {
  return new CliError("http-status", `the target answered ${result.status}`, { extra: { status: result.status } });
}

function dataOf(flags: Curl["flags"], body: BrowsersCurlBody): string | undefined {
  return flags.data ?? body.body;
}

/** The method that was typed, or that curl would choose. */
function methodOf(flags: Curl["flags"], body: BrowsersCurlBody): BrowsersCurlBody["method"] {
  if (body.method !== undefined) return body.method;
  if (flags.head === true) return "HEAD";
  return dataOf(flags, body) === undefined ? undefined : "POST";
}

/** The body of the call: the typed fields, and the method and content type that curl would choose. */
async function requestBody(body: Curl, raw: boolean): Promise<BrowsersCurlBody> {
  const { flags, request } = body;
  const typed = request.body;
  const problems: Problem[] = [];
  const named = headerFlags(await headerWords(flags.header ?? [], body));
  problems.push(...named.problems);
  const headers = { ...typed.headers, ...named.value };
  if (problems.length > 0) throw usageError(problems, "browserctl browsers curl --help");
  const data = dataOf(flags, typed);
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === "content-type");
  if (data !== undefined && !hasType) headers["content-type"] = "application/x-www-form-urlencoded";
  const method = methodOf(flags, typed);
  return {
    ...typed,
    ...(data !== undefined && { body: data }),
    ...(method !== undefined && { method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    // Base64 keeps every byte; a request for the plain answer uses the API's default.
    ...(raw && { response_encoding: typed.response_encoding ?? "base64" }),
  };
}

/** `-H @file` is a file of header lines. */
async function headerWords(typed: readonly string[], { cwd, signal }: Needs<"cwd" | "signal">): Promise<string[]> {
  const words: string[] = [];
  for (const word of typed) {
    if (!word.startsWith("@")) {
      words.push(word);
      continue;
    }
    const text = await readInput(resolve(cwd, word.slice(1)), signal).catch((error) => {
      signal.throwIfAborted();
      throw fileError("read", word.slice(1), error);
    });
    words.push(
      ...text
        .toString()
        .split(/\r?\n/)
        .filter((line) => line.trim() !== ""),
    );
  }
  return words;
}

interface Raw {
  readonly result: BrowsersCurlResult;
  readonly content: Buffer;
  /** Text of `--write-out`. */
  readonly written: string;
  readonly failure: CliError | undefined;
}

async function rawOutput(
  { bytes, flags, text, tty }: Curl,
  { result, content, written, failure }: Raw,
): Promise<Result> {
  const { dumpHeader, force, head: headOnly, include, out } = flags;
  const shown = include === true || headOnly === true || dumpHeader === "-" ? head(result) : undefined;
  if (out !== undefined && out !== "-") {
    const before = written === "" ? shown : Styled.join([shown ?? "", written]);
    return bytes(content, { binary: true, out, force, before, failure });
  }
  const end = { before: shown, failure };
  if (!tty.stdout) return bytes(Buffer.concat([content, Buffer.from(written)]), { binary: false, out: "-", ...end });
  const body = asText(content);
  if (body === undefined) {
    const type = headerValues(result, "content-type")[0] ?? "no content type";
    throw new CliError("usage", `the body is binary (${type}, ${content.length} bytes) and stdout is a terminal`, {
      hint: "add --out FILE, or pipe it",
    });
  }
  const whole = body === "" || body.endsWith("\n") || written.startsWith("\n") ? body : `${body}\n`;
  return text(`${whole}${written}${written === "" || written.endsWith("\n") ? "" : "\n"}`, end);
}

/** Status line and headers, and an empty line. */
function head({ status, headers }: BrowsersCurlResult): Styled {
  return Styled.lines([styled`HTTP ${status}`, ...headerLines(headers).map(Styled.line), ""]);
}

function headerLines(headers: BrowsersCurlResult["headers"]): string[] {
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
