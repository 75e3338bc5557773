import { Ajv, type ValidateFunction } from "ajv";
import formats from "ajv-formats";
import { isWithoutValue } from "../client/check-answer.ts";
import { closedSchema } from "../contract/closed-schema.ts";
import { ErrorBody } from "../contract/common.ts";
import { errorBodies } from "../contract/error-bodies.ts";
import { type ErrorCode, errorCodes, errorCodesOf } from "../contract/errors.ts";
import type { OperationSpec } from "../contract/operation.ts";
import { pagings } from "../contract/paging.ts";
import { operationOf } from "./declarations.ts";
import type { Answer } from "./example-service.ts";

const ajv = new Ajv({ allErrors: true, strict: false });
formats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

/** Header that every answer of a local service has, with the version of the API. */
const LOCAL_HEADER = "x-browserctl-local";

/** True for an answer of a local service. Its error codes are declared; those of others are open (contract 0.6). */
export function isLocalAnswer({ headers }: Pick<Answer, "headers">): boolean {
  return headers.get(LOCAL_HEADER) !== null;
}

/** Compares status, headers and form of an answer with the declaration of its operation. Returns one text per difference. */
export function answerProblems(method: string, path: string, answer: Omit<Answer, "bytes">): string[] {
  const spec = operationOf(method, path);
  const problems = isLocalAnswer(answer) ? localHeaderProblems(answer) : [];
  if (answer.status >= 400) return [...problems, ...errorProblems(answer, spec)];
  if (spec) problems.push(...successProblems(spec, answer));
  return problems;
}

function localHeaderProblems({ headers }: Pick<Answer, "headers">): string[] {
  const version = headers.get(LOCAL_HEADER);
  const origin = headers.get("access-control-allow-origin");
  return [
    ...(version === "0.1.0" ? [] : [`header ${LOCAL_HEADER} is ${version}, not 0.1.0`]),
    ...(origin === null
      ? []
      : [`header access-control-allow-origin is ${origin}, and web pages may not call the service`]),
  ];
}

/** Differences of an error from the common body, the codes of the operation, and their statuses. */
function errorProblems(answer: Omit<Answer, "bytes">, spec: OperationSpec | undefined): string[] {
  const { body, status } = answer;
  if (body === undefined) return [`error ${status} is not JSON: ${contentType(answer)}`];
  const { code } = Object(body) as { code?: unknown };
  const own = Object.hasOwn(errorBodies, String(code)) ? errorBodies[code as ErrorCode] : undefined;
  const local = isLocalAnswer(answer);
  // Other services may add members to the common body.
  const schema = own?.schema ?? ErrorBody;
  const problems = schemaProblems(local ? `${own?.name ?? "ErrorBody"} closed` : "ErrorBody", schema, body, local);
  if (!local || problems.length > 0) return problems.map((problem) => `error body: ${problem}`);
  const known = Object.hasOwn(errorCodes, String(code)) ? errorCodes[code as ErrorCode] : undefined;
  if (known === undefined) return [`error code "${code}" is not declared`];
  if (known.status !== status) problems.push(`error code "${code}" has status ${known.status}, not ${status}`);
  if (spec && !errorCodesOf(spec).includes(code as ErrorCode))
    problems.push(`error code "${code}" is not one of ${spec.id}`);
  return problems;
}

function successProblems(spec: OperationSpec, answer: Omit<Answer, "bytes">): string[] {
  const { response } = spec;
  const allowed = statusesOf(response);
  if (!allowed.includes(answer.status)) return [`status ${answer.status}, not ${allowed.join(" or ")}`];
  const isNone = response.kind === "json" && isWithoutValue(answer.status, response);
  if (response.kind === "empty" || isNone) return answer.text === "" ? [] : ["the body must be empty"];
  const problems: string[] = [];
  if (response.kind === "json") {
    if (answer.body === undefined) return [`content type ${contentType(answer)}, not application/json`];
    problems.push(...schemaProblems(spec.id, response.schema, answer.body).map((problem) => `body: ${problem}`));
  }
  if (response.kind === "sse") problems.push(...streamProblems(spec, response, answer));
  if (response.kind === "file" && answer.status !== 202) {
    // A legacy profile is what it is (spec 4.12 rule 4).
    const types = [response.contentType, ...(spec.id === "profiles.download" ? ["application/json"] : [])];
    if (!types.includes(contentType(answer))) problems.push(`content type ${contentType(answer)}, not ${types[0]}`);
  }
  return [...problems, ...pagingProblems(spec, answer)];
}

function streamProblems(
  spec: OperationSpec,
  response: Extract<OperationSpec["response"], { kind: "sse" }>,
  answer: Omit<Answer, "bytes">,
): string[] {
  if (!/^text\/event-stream *(;|$)/.test(contentType(answer)))
    return [`content type ${contentType(answer)}, not text/event-stream`];
  return wholeFrames(answer.text).flatMap((data) => {
    let event: unknown;
    try {
      event = JSON.parse(data);
    } catch {
      return [`event: is not JSON: ${data.slice(0, 80)}`];
    }
    return schemaProblems(`${spec.id} event`, response.schema, event).map((problem) => `event: ${problem}`);
  });
}

/** Data of each frame that has arrived whole: a connection may be cut in the middle of a frame. */
export function wholeFrames(text: string): string[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .flatMap((frame) => (frame.startsWith("data: ") ? [frame.slice("data: ".length)] : []));
}

function pagingProblems({ paging }: OperationSpec, { headers }: Pick<Answer, "headers">): string[] {
  if (paging === undefined) return [];
  const { header } = pagings[paging];
  const more = headers.get("x-has-more");
  const next = headers.get(header);
  const isLast = paging === "offset" ? next === "0" : next === null;
  if (more === "true" ? !isLast && next !== null && next !== "" : more === "false" && isLast) return [];
  return [`paging headers contradict each other: X-Has-More is ${more}, ${header} is ${next}`];
}

/** Statuses of a success. A file may be a range of it, or not there yet. */
function statusesOf(response: OperationSpec["response"]): number[] {
  if (response.kind === "file") return [200, 202, 206];
  return response.kind === "json" && response.also !== undefined ? [response.status, response.also] : [response.status];
}

function contentType({ headers }: Pick<Answer, "headers">): string {
  return headers.get("content-type") ?? "none";
}

/** Rules that a value breaks, with the paths of its members but without their values. */
function schemaProblems(key: string, schema: object, value: unknown, closed = true): string[] {
  const plain = JSON.parse(JSON.stringify(schema)) as object;
  const known = compiled.get(key) ?? ajv.compile((closed ? closedSchema(plain) : openSchema(plain)) as object);
  compiled.set(key, known);
  if (known(value)) return [];
  const texts = (known.errors ?? []).map(({ instancePath, keyword, message, params }) => {
    const extra = keyword === "additionalProperties" ? ` ("${params["additionalProperty"]}")` : "";
    return `${instancePath === "" ? "the whole" : instancePath} ${message}${extra}`;
  });
  return [...new Set(texts)].slice(0, 5);
}

/** Schema without its id, which two validators may not share. */
function openSchema({ $id: _, ...rest }: { readonly $id?: string }): object {
  return rest;
}
