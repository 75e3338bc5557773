import type { Run } from "../../../../cli/declare/body.ts";
import type { executorsList } from "./list.ts";

/** Prints the executors as a list (contract 2.5). */
export const run: Run<typeof executorsList> = async ({ call, request, value }) => {
  const { executors } = await call("playwright.listExecutors", request);
  return value([...executors]);
};
