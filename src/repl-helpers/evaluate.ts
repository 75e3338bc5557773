import type { Protocol } from "devtools-protocol";
import type { TargetSession } from "../page-agent/target.ts";
import { literal } from "./literal.ts";

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
