import { expect } from "vitest";
import { readBytes, readJson } from "../../../src/client/call.ts";
import { checkHead, isWithoutValue } from "../../../src/client/check-answer.ts";
import type { ApiResponse, RawRequest } from "../../../src/client/request.ts";
import { answerProblems, isLocalAnswer } from "../../../src/conformance/check-answer.ts";
import { operationOf } from "../../../src/conformance/declarations.ts";
import type { OperationId } from "../../../src/contract/index.ts";
import type { OperationSpec } from "../../../src/contract/operation.ts";
import { operationLoaders } from "../../../src/generated/index.ts";

/** Checks status, kind and form of an answer of the local service against the declaration of the operation it belongs to. */
export function checkAnswer(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; text: string; body: unknown },
): void {
  const where = `${method} ${path} ${answer.status} ${answer.text.slice(0, 500)}`;
  expect(isLocalAnswer(answer), where).toBe(true);
  expect(answerProblems(method, path, answer), where).toEqual([]);
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
