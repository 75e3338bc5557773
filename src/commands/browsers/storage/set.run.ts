import type { Check, Run } from "../../../cli/declare/body.ts";
import { workIn } from "../lib/agent-calls.ts";
import { givenValue, printChanged, valueProblems } from "../lib/stored-value.ts";
import type { storageSet } from "./set.ts";

export const check: Check<typeof storageSet> = (input) => valueProblems(input);

/** Sets the key. Exit 8 where the page has no room for it. */
export const run: Run<typeof storageSet> = async (tools) => {
  const { body, params } = tools.request;
  const request = { ...body, action: "set", key: tools.args.key, ...(await givenValue(tools)) } as const;
  return printChanged(tools, await workIn(tools, params.id, "storageChange", request));
};
