import type { Check, Run } from "../../cli/declare/body.ts";
import type { searchContents } from "./contents.ts";
import { contentColumns } from "./lib/columns.ts";

export const check: Check<typeof searchContents> = ({ request: { body } }) =>
  body.result_ids !== undefined && body.limit !== undefined
    ? [{ path: "--limit", message: "cannot be used together with --result" }]
    : [];

/** Fetches texts; a table has what came of each, a value the texts. */
export const run: Run<typeof searchContents> = async ({ call, record, request, rows, wantsValue, warn }) => {
  const fetched = await call("search.contents", request);
  for (const { message } of fetched.warnings) warn(message);
  return wantsValue ? record(fetched) : rows(fetched.contents, contentColumns);
};
