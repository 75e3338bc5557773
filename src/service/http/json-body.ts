import { jsonSyntaxError } from "../../core/json-syntax-error.ts";
import { badRequest } from "../api-error.ts";

/**
 * Parses a JSON body; an empty body is `undefined`. Throws 400 for invalid UTF-8, a syntax error (with line and column)
 * and a property `__proto__` (prototype pollution).
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw badRequest("the body is not valid UTF-8", [{ path: "body", message: "is not valid UTF-8" }]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column, message } = jsonSyntaxError(text);
    const where = `line ${line}, column ${column}`;
    throw badRequest(`the body is not valid JSON: ${message} at ${where}`, [
      { path: "body", message: `${message} at ${where}` },
    ]);
  }
  if (/__proto__|\\u00(?:5f|5F|70|72|6f|6F|74)/.test(text)) refusePrototype(value);
  return value;
}

function refusePrototype(root: unknown): void {
  const left: [value: unknown, path: string][] = [[root, ""]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, path] = next;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const childPath = path === "" ? key : `${path}.${key}`;
      if (key === "__proto__") {
        throw badRequest("the request is not valid", [{ path: childPath, message: "unknown property" }]);
      }
      left.push([child, childPath]);
    }
  }
}
