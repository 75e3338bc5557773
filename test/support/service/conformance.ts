import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { expect } from "vitest";
import { readBytes, readJson } from "../../../src/client/call.ts";
import { checkHead, isWithoutValue } from "../../../src/client/check-answer.ts";
import type { ApiResponse, RawRequest } from "../../../src/client/request.ts";
import { ErrorBody } from "../../../src/contract/common.ts";
import { errorBodies } from "../../../src/contract/error-bodies.ts";
import { type ErrorCode, errorCodes, errorCodesOf } from "../../../src/contract/errors.ts";
import { type OperationId, operations } from "../../../src/contract/index.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import { pagings } from "../../../src/contract/paging.ts";
import { closedSchema } from "../../../src/generate/example-problems.ts";
import { operationLoaders } from "../../../src/generated/index.ts";

/** Declarations of all operations, as plain data. */
export const specs = JSON.parse(JSON.stringify(operations)) as OperationSpec[];

/** Declarations of the operations that the local service has. */
export const servedSpecs = specs.filter(({ local }) => local?.unserved === undefined);
const ajv = new Ajv({ allErrors: true, strict: false });
formats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

/** Checks status, kind and form of an answer against the declaration of the operation it belongs to. */
export function checkAnswer(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; text: string; body: unknown },
): void {
  const spec = operationOf(method, path);
  const where = `${method} ${path} ${answer.status} ${answer.text.slice(0, 500)}`;
  expect(answer.headers.get("x-browserctl-local"), where).toBe("0.1.0");
  expect(answer.headers.get("access-control-allow-origin"), where).toBeNull();
  if (answer.status >= 400) {
    const { code } = answer.body as { code: ErrorCode };
    const own = errorBodies[code];
    validate(own?.name ?? "ErrorBody", own?.schema ?? ErrorBody, answer.body, where);
    expect(errorCodes[code]?.status, where).toBe(answer.status);
    if (spec) expect(errorCodesOf(spec), where).toContain(code);
    return;
  }
  if (!spec) return;
  const { response } = spec;
  // A file may be a range of it, or not there yet.
  if (response.kind === "file") expect([200, 202, 206], where).toContain(answer.status);
  else if (response.kind === "json" && response.also !== undefined) {
    expect([response.status, response.also], where).toContain(answer.status);
  } else expect(answer.status, where).toBe(response.status);
  const isNone = response.kind === "json" && isWithoutValue(answer.status, response);
  if (response.kind === "json" && !isNone) validate(spec.id, response.schema, answer.body, where);
  if (response.kind === "sse") {
    for (const event of wholeEvents(answer.text)) validate(`${spec.id} event`, response.schema, event, where);
  }
  if (response.kind === "empty" || isNone) expect(answer.text, where).toBe("");
  if (response.kind === "file" && answer.status !== 202) {
    // A legacy profile is what it is (spec 4.12 rule 4).
    const legacy = spec.id === "profiles.download" ? ["application/json"] : [];
    expect([response.contentType, ...legacy], where).toContain(answer.headers.get("content-type"));
  }
  if (spec.paging) {
    const more = answer.headers.get("x-has-more");
    const { header } = pagings[spec.paging];
    const next = answer.headers.get(header);
    const isLast = spec.paging === "offset" ? next === "0" : next === null;
    expect(more === "true" ? !isLast && next !== "" : more === "false" && isLast, where).toBe(true);
  }
}

/** Checks that the answer to an example is a success, beside what {@link checkAnswer} checks of every answer. */
export function checkExample(
  { id, method, response }: OperationSpec,
  path: string,
  { status, text }: { status: number; text: string },
): void {
  expect(status, `${method} ${path} ${text}`).toBeLessThan(300);
  expect(operationOf(method, path)?.id).toBe(id);
  if (response.kind === "sse") expect(text).toMatch(/^data: \{/);
}

/** Data of each frame that has arrived whole: fault injection cuts streams in the middle of a frame. */
function wholeEvents(text: string): unknown[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .flatMap((frame) => (frame.startsWith("data: ") ? [JSON.parse(frame.slice("data: ".length))] : []));
}

/** Reads a success of a declared operation as the client does: no true answer may be refused. */
export async function readAsClient(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const { status, headers, bytes } = answer;
  const spec = operationOf(method, path);
  // A range is asked for by its own headers, and checked by those.
  if (!spec || status >= 300 || status === 206) return;
  const { response } = (await operationLoaders[spec.id as OperationId]()).operation;
  const body = status === 204 ? null : new Response(bytes).body;
  const taken = await checkHead(
    { status, statusText: "", headers, body } as unknown as ApiResponse,
    {
      method,
      answer: response,
    } as RawRequest,
  );
  if (response.kind === "json" && !isWithoutValue(status, response)) await readJson(taken);
  else for await (const _ of readBytes(taken));
}

/** The declared operation a request belongs to; 501 routes and unknown paths belong to none. */
export function operationOf(method: string, path: string): OperationSpec | undefined {
  const pathname = path.split("?")[0] ?? "";
  return specs.find((spec) => {
    const pattern = new RegExp(`^${spec.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    return spec.method === method && pattern.test(pathname);
  });
}

/** Fails for a value that the schema refuses, or that has a property which the schema does not name. */
function validate(key: string, schema: object, value: unknown, where: string): void {
  const known = compiled.get(key) ?? ajv.compile(closedSchema(JSON.parse(JSON.stringify(schema))) as object);
  compiled.set(key, known);
  if (!known(value)) expect.fail(`${where}: ${JSON.stringify(value)} ${ajv.errorsText(known.errors)}`);
}
