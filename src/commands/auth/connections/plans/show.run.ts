import type { Run } from "../../../../cli/declare/body.ts";
import { commandLine } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import { sanitizeLine } from "../../../../core/sanitize.ts";
import { Styled } from "../../../../core/styled.ts";
import { planLines } from "./lib/plan-words.ts";
import type { authConnectionsPlansShow } from "./show.ts";

/** Shows one plan: its steps for a person, its record for a program. */
export const run: Run<typeof authConnectionsPlansShow> = async (body) => {
  const { anyValue, args, call, forPeople, request, text, wantsValue } = body;
  const { id } = request.params;
  const plans = await call("local.loginPlans", request);
  const plan = args.plan === undefined ? plans[0] : plans.find((each) => each.id === args.plan);
  if (!plan) {
    const what = args.plan === undefined ? "no login plan" : `no login plan "${args.plan}"`;
    throw new CliError("not-found", `auth connection ${id} has ${what}`, {
      code: "not_found",
      hint: commandLine`auth connections login ${id}`,
    });
  }
  if (wantsValue && !forPeople) return anyValue(plan);
  return text(Styled.lines(planLines(plan).map(sanitizeLine)));
};
