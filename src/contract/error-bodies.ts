import type { TObject } from "typebox";
import { NetworkFailureBody } from "./common.ts";
import type { ErrorCode } from "./errors.ts";
import { ExecutorLimitBody } from "./playwright.ts";
import { InvocationFailureBody } from "./webmcp.ts";

/** Bodies of errors that have more members than the common one. `name` is the `$id` of the schema. */
export const errorBodies: Readonly<Partial<Record<ErrorCode, { readonly name: string; readonly schema: TObject }>>> = {
  network_error: { name: "NetworkFailureBody", schema: NetworkFailureBody },
  outcome_unknown: { name: "InvocationFailureBody", schema: InvocationFailureBody },
  too_many_executors: { name: "ExecutorLimitBody", schema: ExecutorLimitBody },
};
