import { isObject } from "../../../core/is-object.ts";
import { indentRest, sanitize, sanitizeLine } from "../../../core/sanitize.ts";
import { replaceUserinfo } from "../../../core/userinfo.ts";
import { jsonText } from "../../../render/json.ts";
import { withoutNext } from "../../batch/lib/line-io.ts";
import type { LineResult } from "../../batch/lib/run-line.ts";
import { MAX_IMAGE_BYTES, MAX_RESULT_TEXT } from "./limits.ts";

/** Part of the result of a tool. */
export type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: "image/png" };

/** Result of a tool, as the protocol has it. */
export interface ToolResult {
  readonly content: Content[];
  readonly isError?: true;
  readonly [member: string]: unknown;
}

/** Way to the rest of a result that is too long. */
const REST = "narrow it with --query, --fields, --find or a limit, or write it to a file with --out";

/** Result of one text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: "text", text: bounded(text) }] };
}

/** Result of a tool from those of its lines; the last one may be an error. */
export function toolResult(results: readonly LineResult[]): ToolResult {
  const failed = results.some(({ exit_code }) => exit_code !== 0);
  const content = mergedTexts(results.flatMap(contentOf));
  if (content.length === 0) content.push({ type: "text", text: failed ? "failed" : "done" });
  return { content, ...(failed && { isError: true }) };
}

/** Puts all texts into one, ahead of the images, within the limit. */
function mergedTexts(parts: readonly Content[]): Content[] {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const images = parts.filter((part) => part.type === "image");
  return [...(texts.length > 0 ? [{ type: "text" as const, text: bounded(texts.join("\n")) }] : []), ...images];
}

function contentOf(line: LineResult): Content[] {
  const { error, exit_code, notes = [] } = line;
  const parts: Content[] = [];
  const text = (value: string): void => {
    if (value !== "") parts.push({ type: "text", text: value });
  };
  if ("base64" in line) parts.push(imageOf(line.base64));
  else if ("result" in line) text(shownText(line.result));
  text(notes.map(ownLine).join("\n"));
  if (error !== undefined) text(errorText(error));
  else if (exit_code !== 0) text(`exit code ${exit_code}`);
  return parts;
}

/** A value as the model reads it: JSON without spaces, or a text. */
function shownText(result: unknown): string {
  if (result === undefined) return "";
  return typeof result === "string" ? withoutNext(result.replace(/\n+$/, "")) : jsonText(result, 0);
}

function imageOf(base64: string): Content {
  const bytes = Math.floor((base64.length * 3) / 4);
  // The signature of PNG.
  if (!base64.startsWith("iVBORw0KGgo")) return { type: "text", text: `${bytes} bytes that are no text; ${REST}` };
  if (bytes <= MAX_IMAGE_BYTES) return { type: "image", data: base64, mimeType: "image/png" };
  return { type: "text", text: `the image has ${bytes} bytes, over ${MAX_IMAGE_BYTES}; take a region of it` };
}

/** Error with its code, what it is about, and the next step. */
function errorText(error: unknown): string {
  if (!isObject(error)) return String(error);
  const { code, details, hint, message, stderr, stdout } = error;
  const lines = [ownLine(`error ${sanitizeLine(String(code))}: ${String(message)}`)];
  for (const detail of Array.isArray(details) ? details : []) {
    const text = isObject(detail) ? String(detail["message"] ?? "") : "";
    if (text !== "" && !String(message).includes(text)) lines.push(ownLine(`  ${text}`));
  }
  for (const output of [stdout, stderr])
    if (typeof output === "string" && output !== "") lines.push(ownLine(`  ${output.trimEnd()}`));
  if (typeof hint === "string") lines.push(`next: ${ownLine(hint)}`);
  return replaceUserinfo(lines.join("\n"));
}

/**
 * A text whose further lines are indented and whose control characters are shown: words of a service cannot be taken for a
 * line of this program, such as `next:`.
 */
export function ownLine(text: string): string {
  return indentRest(sanitize(text));
}

/** A text within the limit, with what is missing and how to get it. */
export function bounded(text: string): string {
  if (text.length <= MAX_RESULT_TEXT) return text;
  const cut = text.slice(0, MAX_RESULT_TEXT).replace(/[\ud800-\udbff]$/, "");
  return `${cut}\n… ${cut.length} of ${text.length} characters; ${REST}`;
}
