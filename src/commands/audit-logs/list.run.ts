import type { Check, Run } from "../../cli/declare/body.ts";
import { interval, intervalProblems } from "./lib/interval.ts";
import type { auditLogsList } from "./list.ts";

export const check: Check<typeof auditLogsList> = ({ now, request }) => intervalProblems(request.query, now());

/** Lists entries of the audit log. */
export const run: Run<typeof auditLogsList> = async ({ list, now, record, request }) =>
  record(await list("auditLogs.list", { query: { ...request.query, ...interval(request.query, now()) } }));
