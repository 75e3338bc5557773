import type { Protocol } from "devtools-protocol";
import type { TargetSession } from "../page-agent/target.ts";

type RemoteObject = Protocol.Runtime.RemoteObject;

/**
 * Value of an expression of a page, or of a function that is called in it once with `arg`. Undefined for what has no value
 * outside the page, such as an element. Throws the page's error.
 */
export async function evaluateInPage(session: TargetSession, code: unknown, arg: unknown): Promise<unknown> {
  if (typeof code !== "string" && typeof code !== "function") {
    throw new TypeError("js: the first value must be an expression as text, or a function");
  }
  if (typeof code === "string" && arg !== undefined) {
    throw new TypeError("js: arg is for a function; an expression has it written in it");
  }
  const expression = typeof code === "string" ? code : `(${String(code)})(${literal(arg)})`;
  const call = { expression, awaitPromise: true, userGesture: true };
  return resultOf(session, await session.send("Runtime.evaluate", call));
}

async function resultOf(
  session: TargetSession,
  { exceptionDetails, result }: Protocol.Runtime.EvaluateResponse,
): Promise<unknown> {
  if (exceptionDetails) throw errorOf(exceptionDetails);
  const { objectId, subtype, type } = result;
  if (objectId === undefined) return plainValue(result);
  if (subtype === "node" || type !== "object") return undefined;
  const call = { objectId, functionDeclaration: "function () { return this; }", returnByValue: true };
  const copied = await session.send("Runtime.callFunctionOn", call);
  if (copied.exceptionDetails) throw errorOf(copied.exceptionDetails);
  return plainValue(copied.result);
}

function plainValue({ unserializableValue, value }: RemoteObject): unknown {
  if (unserializableValue === undefined) return value as unknown;
  if (unserializableValue.endsWith("n")) return BigInt(unserializableValue.slice(0, -1));
  return Number(unserializableValue);
}

function errorOf({ exception, text }: Protocol.Runtime.ExceptionDetails): Error {
  const described = exception?.description ?? (exception && "value" in exception ? String(exception.value) : text);
  return new Error(`in the page: ${described}`);
}

/**
 * JavaScript that has the value. Throws a `TypeError` with the place of a function, a symbol, a cycle, or an object of a
 * class: a page has no such thing of the REPL.
 */
function literal(value: unknown, path = "arg", around: readonly unknown[] = []): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (Object.is(value, -0)) return "-0";
  if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number") {
    return String(value);
  }
  if (typeof value !== "object") throw new TypeError(`js: ${path} is a ${typeof value}, which a page cannot be given`);
  if (around.includes(value)) throw new TypeError(`js: ${path} is an object around itself`);
  const inner = [...around, value];
  if (Array.isArray(value)) return `[${value.map((each, at) => literal(each, `${path}[${at}]`, inner)).join(",")}]`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new TypeError(`js: ${path} is an object of a class; give a plain object`);
  }
  // Computed names, so that "__proto__" is a member too.
  const members = Object.entries(value).map(
    ([name, each]) => `[${JSON.stringify(name)}]:${literal(each, `${path}.${name}`, inner)}`,
  );
  return `({${members.join(",")}})`;
}
