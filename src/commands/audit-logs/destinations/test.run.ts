import type { Run } from "../../../cli/declare/body.ts";
import { CliError } from "../../../core/errors.ts";
import type { auditLogsDestinationsTest } from "./test.ts";

/** Tests an export. Exit 8 when it does not work, with the step and the reason. */
export const run: Run<typeof auditLogsDestinationsTest> = async ({ args, call, record, request }) => {
  const result = await call("auditLogDestinations.test", request);
  if (result.success) return record(result);
  const why = result.error === null ? "" : `: ${result.error.message}`;
  const failure = new CliError("outcome-failed", `the export to ${args.id} failed at ${result.stage}${why}`, {
    code: "not_ok",
    extra: { stage: result.stage, ...(result.error && { reason: result.error.code }) },
  });
  return record(result, { failure });
};
