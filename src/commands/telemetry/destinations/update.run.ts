import type { Check, Run } from "../../../cli/declare/body.ts";
import { headerProblems, readHeaders, requireHeaders } from "./lib/given-headers.ts";
import type { telemetryDestinationsUpdate } from "./update.ts";

export const check: Check<typeof telemetryDestinationsUpdate> = ({ flags, request }) => {
  const given = flags.header !== undefined || flags.removeHeader !== undefined || Object.keys(request.body).length > 0;
  if (given) return headerProblems(flags, flags.removeHeader);
  const sentence = "nothing to change: add --name, --endpoint, --description, --header or --remove-header";
  return [{ path: "body", message: "is empty", sentence }];
};

/** Changes a destination; headers are added, replaced and removed one by one. */
export const run: Run<typeof telemetryDestinationsUpdate> = async (body) => {
  const { call, flags, record, request } = body;
  const words = "telemetry destinations update";
  const removed = Object.fromEntries((flags.removeHeader ?? []).map((name) => [name, null]));
  const headers = { ...request.body.headers, ...(await readHeaders(body, words)), ...removed };
  const whole = { ...request.body, ...(Object.keys(headers).length > 0 && { headers }) };
  await requireHeaders(body, whole, words);
  return record(await call("telemetryDestinations.update", { params: request.params, body: whole }));
};
