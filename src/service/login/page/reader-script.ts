import { packageText } from "../../../core/package-text.ts";
import type { NodeOperations } from "../../../login-reader/operations.ts";
import type { PageSession } from "./page-session.ts";

/**
 * Script that reads a frame, from `src/login-reader/page`. It stores its result in `browserctlLogin` of its world. The
 * file is read at the first call.
 */
export function readerScript(): Promise<string> {
  return packageText("dist", "login-reader", "reader.js");
}

const OPERATE = "function (name, ...values) { return browserctlLogin.operations[name](this, ...values); }";

/** Node of a page, in the isolated world in which its frame was read. */
export interface WorldNode {
  readonly session: PageSession;
  readonly objectId: string;
}

/** Runs an operation of the reader on a node; as a user gesture when `userGesture` is true. */
export async function operate<Name extends keyof NodeOperations>(
  { session, objectId }: WorldNode,
  name: Name,
  values: Parameters<NodeOperations[Name]>,
  userGesture = false,
): Promise<ReturnType<NodeOperations[Name]>> {
  const { result } = await session.send("Runtime.callFunctionOn", {
    objectId,
    functionDeclaration: OPERATE,
    arguments: [name, ...values].map((value) => ({ value })),
    returnByValue: true,
    userGesture,
  });
  return result.value as ReturnType<NodeOperations[Name]>;
}

/** Function of the service in the worlds of a recorder. */
export const RECORDER_BINDING = "browserctlLesson";

/** Script that reports what is done in a document, from `src/login-reader/page/recorder.ts`. */
export function recorderScript(): Promise<string> {
  return packageText("dist", "login-reader", "recorder.js");
}
