import type { Check, Run } from "../../../cli/declare/body.ts";
import { cookieEnd } from "../../../page-agent/records/cookies.ts";
import { workIn } from "../lib/agent-calls.ts";
import { givenValue, printChanged, valueProblems } from "../lib/stored-value.ts";
import type { cookiesSet } from "./set.ts";

export const check: Check<typeof cookiesSet> = ({ args, flags, request }) => {
  const problems = valueProblems({ args, flags });
  const { expires } = request.body;
  if (expires !== undefined && cookieEnd(expires) === undefined) {
    const message = `must be a duration such as 30d, or a time to come such as 2027-01-02T03:04:05Z, not "${expires}"`;
    problems.push({ path: "--expires", message });
  }
  return problems;
};

/** Sets the cookie. Exit 8 for one that the browser would not keep. */
export const run: Run<typeof cookiesSet> = async (tools) => {
  const { body, params } = tools.request;
  const request = { ...body, action: "set", name: tools.args.name, ...(await givenValue(tools)) } as const;
  return printChanged(tools, await workIn(tools, params.id, "cookieChange", request));
};
