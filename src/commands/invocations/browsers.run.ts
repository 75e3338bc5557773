import type { Run } from "../../cli/declare/body.ts";
import type { invocationsBrowsers } from "./browsers.ts";

/** Browsers of an invocation as a list, which the API wraps in an object. */
export const run: Run<typeof invocationsBrowsers> = async ({ call, request, value }) =>
  value((await call("invocations.browsers", request)).browsers);
