import type { Run } from "../../cli/declare/body.ts";
import type { searchGet } from "./get.ts";
import { resultColumns } from "./lib/columns.ts";

/** Prints the results of a search as a table, or the whole search as a value. */
export const run: Run<typeof searchGet> = async ({ call, quiet, record, request, rows, wantsValue }) => {
  const search = await call("search.get", request);
  return wantsValue || quiet ? record(search) : rows(search.results, resultColumns);
};
