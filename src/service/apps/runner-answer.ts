import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { APP_WORD, MAX_PAYLOAD_BYTES } from "../../contract/limits.ts";
import { isObject } from "../../core/is-object.ts";
import type { AppFacts, RunnerAnswer } from "./runner/protocol.ts";

/** Maximum size of an answer, in bytes: a result of the maximum size with every character escaped. */
const MAX_ANSWER_BYTES = 3 * MAX_PAYLOAD_BYTES;
const REASON_LENGTH = 4_000;
const NEWLINE = 10;
const word = new RegExp(APP_WORD.pattern);

/**
 * Reads the runner's answer, one line. An app can write to the same descriptor, so the answer is validated and its size
 * is limited; undefined for anything else and when the process ended without an answer.
 */
export async function readAnswer(control: Readable): Promise<RunnerAnswer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of control as AsyncIterable<Buffer>) {
      const end = chunk.indexOf(NEWLINE);
      chunks.push(end === -1 ? chunk : chunk.subarray(0, end));
      bytes += chunk.length;
      if (end !== -1) break;
      if (bytes > MAX_ANSWER_BYTES) return undefined;
    }
    return answerOf(JSON.parse(Buffer.concat(chunks).toString()));
  } catch {
    // Connection reset by the end of the process, or not JSON.
    return undefined;
  }
}

function answerOf(value: unknown): RunnerAnswer | undefined {
  if (!isObject(value)) return undefined;
  const { task, error, output, file, app } = value;
  if (typeof error === "string") return { error: plain(error) };
  if (task === "invoke" && (output === undefined || isJson(output))) return { task, output };
  if (task === "build" && typeof file === "string" && isApp(app)) return { task, file, app };
  return undefined;
}

function isApp(value: unknown): value is AppFacts {
  if (!isObject(value) || !isWord(value["name"])) return false;
  const { actions } = value;
  return Array.isArray(actions) && actions.length > 0 && actions.every(isAction);
}

function isAction(value: unknown): boolean {
  if (!isObject(value) || !isWord(value["name"])) return false;
  return [value["input_schema"], value["output_schema"]].every((schema) => schema === null || isObject(schema));
}

function isJson(value: unknown): value is string {
  if (typeof value !== "string" || Buffer.byteLength(value) > MAX_PAYLOAD_BYTES) return false;
  JSON.parse(value);
  return true;
}

function isWord(value: unknown): boolean {
  return typeof value === "string" && word.test(value);
}

function plain(reason: string): string {
  const text = stripVTControlCharacters(reason);
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH)} ...` : text;
}
