import type { TObject } from "typebox";
import { NetworkFailureBody } from "./common.ts";
import type { ErrorCode } from "./errors.ts";
import { ExecutorLimitBody } from "./playwright.ts";

/** Bodies of errors that have more members than the common one. `name` is the `$id` of the schema. */
export const errorBodies: Readonly<Partial<Record<ErrorCode, { readonly name: string; readonly schema: TObject }>>> = {
  network_error: { name: "NetworkFailureBody", schema: NetworkFailureBody },
  too_many_executors: { name: "ExecutorLimitBody", schema: ExecutorLimitBody },
};
