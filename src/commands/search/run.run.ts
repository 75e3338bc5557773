import type { Check, Run } from "../../cli/declare/body.ts";
import { resultColumns } from "./lib/columns.ts";
import type { searchRun } from "./run.ts";

export const check: Check<typeof searchRun> = ({ flags, request }) => {
  if (flags.provider === undefined || request.body.strategy === undefined) return [];
  return [{ path: "--provider", message: "cannot be used together with strategy in --input" }];
};

/** Searches with the providers that were named, and prints the results. */
export const run: Run<typeof searchRun> = async (body) => {
  const { call, flags, quiet, record, request, rows, wantsValue, warn } = body;
  const targets = (flags.provider ?? []).map((provider) => ({ provider }));
  const [provider] = targets;
  const strategy =
    targets.length > 1
      ? ({ type: "fallback", providers: targets } as const)
      : provider && ({ type: "pinned", provider } as const);
  const content = request.body.content ?? (flags.texts === true ? true : undefined);
  const search = await call("search.create", {
    body: { ...request.body, ...(strategy && { strategy }), ...(content !== undefined && { content }) },
  });
  for (const { message } of search.warnings) warn(message);
  return wantsValue || quiet ? record(search) : rows(search.results, resultColumns);
};
