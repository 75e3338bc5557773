import type { Check, Run } from "../cli/declare/body.ts";
import { headerFlags } from "../cli/input/headers.ts";
import { readBytes, readJson } from "../client/call.ts";
import { secretsIn } from "../client/redact.ts";
import { CliError, type Problem } from "../core/errors.ts";
import { wholeBytes } from "../core/whole-bytes.ts";
import { humanBytes } from "../render/sentence.ts";
import { readFields } from "./api/lib/api-fields.ts";
import { headText } from "./api/lib/api-pages.ts";
import { methodOf, rawRequest, sendRequest, withoutBody } from "./api/lib/api-request.ts";
import type { api } from "./api.ts";

/** Maximum size of a text at a terminal, in bytes. */
const MAX_SHOWN_BYTES = 64 * 2 ** 20;

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

export const check: Check<typeof api> = (input) => {
  const { args, flags, output } = input;
  const fields = readFields(flags);
  const problems: Problem[] = [...headerFlags(flags.header ?? []).problems];
  const method = methodOf(input);
  if (!methods.includes(method))
    problems.push({ path: "<method>", message: `must be one of ${methods.join(", ")}, not "${args.method}"` });
  if (!args.path.startsWith("/") || args.path.startsWith("//"))
    problems.push({ path: "<path>", message: `must begin with one "/", not "${args.path}"` });
  problems.push(...fields.problems);
  const { kind } = fields.value;
  if (kind === "form" && withoutBody.has(method))
    problems.push({ path: "--field", message: `${method} sends no files; @@ in front of a text stands for @` });
  if (flags.paginate === true) {
    if (method !== "GET") problems.push({ path: "--paginate", message: `is for GET, not ${method}` });
    if (flags.out !== undefined) problems.push({ path: "--paginate", message: "cannot be used together with --out" });
    if (flags.include === true && output !== "text" && output !== "json")
      problems.push({ path: "--include", message: `cannot be used together with --paginate and --output ${output}` });
  }
  if (flags.input === undefined) return problems;
  if (withoutBody.has(method)) {
    if (method !== "DELETE") problems.push({ path: "--input", message: `${method} has no body` });
  } else if (kind !== "none") problems.push({ path: "--input", message: "cannot be used together with --field" });
  return problems;
};

/** Makes any call. JSON is printed in the usual output forms, other answers unchanged. */
export const run: Run<typeof api> = async (body) => {
  const { bytes, client, exit, flags, maskInCi, output, text, tty, value } = body;
  const own = await client();
  const request = await rawRequest(body, own);
  const { operation } = request;
  if (flags.paginate === true && operation && operation.paging === undefined) {
    throw new CliError("usage", `--paginate: ${operation.method} ${operation.path} has no pages`, {
      hint: "leave --paginate out",
    });
  }
  if (flags.paginate === true) return (await import("./api/lib/api-pages.ts")).pagesResult(body, own, request);
  const response = await sendRequest(body, own, request);
  const before = flags.include === true ? headText(response) : undefined;
  const type = response.headers.get("content-type") ?? "";
  const json = /[/+]json\b/.test(type);
  if (flags.out === undefined && /^text\/event-stream\b/.test(type)) {
    return (await import("./api/lib/api-events.ts")).eventsResult(body, response, before);
  }
  if (tty.stdout && flags.out === undefined && /^text\//.test(type)) {
    const whole = await wholeBytes(readBytes(response), MAX_SHOWN_BYTES, () => {
      const message = `the answer has more than ${humanBytes(MAX_SHOWN_BYTES)}, too long for a terminal`;
      return new CliError("failed", message, { code: "result_too_large", hint: "add --out FILE, or pipe it" });
    });
    return text(new TextDecoder().decode(whole), { before });
  }
  if (!json || flags.out !== undefined) {
    return bytes(readBytes(response), { binary: !json, out: flags.out, force: flags.force, before });
  }
  const answer = await readJson(response);
  if (answer === undefined && output === "text") return before === undefined ? exit(0) : text("", { before });
  const declared = operation?.response;
  // assumed: secrets are masked for a program that reads the answer too, because it may print them.
  if (declared?.kind === "json") for (const secret of secretsIn(answer, declared.schema)) maskInCi(secret);
  // A raw call shows the raw answer: JSON unless another form was asked for.
  return value(answer, { before, ...(output === "text" && { format: "json" }) });
};
