import type { Check, Run } from "../../../cli/declare/body.ts";
import type { telemetryDestinationsCreate } from "./create.ts";
import { headerProblems, readHeaders, requireHeaders } from "./lib/given-headers.ts";

export const check: Check<typeof telemetryDestinationsCreate> = ({ flags }) => headerProblems(flags);

/** Creates a destination with headers from words, files, variables or stdin. */
export const run: Run<typeof telemetryDestinationsCreate> = async (body) => {
  const { call, record, request } = body;
  const words = "telemetry destinations create";
  const headers = await readHeaders(body, words);
  const whole = { ...request.body, ...(headers && { headers: { ...request.body.headers, ...headers } }) };
  await requireHeaders(body, whole, words);
  return record(await call("telemetryDestinations.create", { body: whole }));
};
