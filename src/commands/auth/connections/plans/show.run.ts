import type { Run } from "../../../../cli/declare/body.ts";
import { commandLine } from "../../../../core/command-line.ts";
import { CliError } from "../../../../core/errors.ts";
import { sanitizeLine } from "../../../../core/sanitize.ts";
import { Styled } from "../../../../core/styled.ts";
import { table } from "../../../../core/table.ts";
import type { LoginPlan } from "../../../../generated/types.ts";
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

/** Meaning of a plan's state, and what to do about it. */
const planStates = table<string>({
  replayable: "A login and a renewal can replay it.",
  value_missing: "A renewal needs a value that the credential does not have; a login asks for it.",
  needs_person: "A step of it needs a person each time: a login asks, a renewal cannot use it.",
  failed: "The website has changed: show the login again in the live view of the next login.",
});

/** Lines that describe a plan for a person, without values. */
function planLines({ entrance, failed, state, steps }: LoginPlan): string[] {
  const meaning = planStates.get(state);
  return [
    `begins at ${entrance}`,
    ...steps.map(({ name, source, step }) => `${step}. ${name}${source === "ask" ? " (asks)" : ""}`),
    ...(failed ? [`failed at step ${failed.step}: ${failed.why}`] : []),
    ...(meaning === undefined ? [] : [meaning]),
  ];
}
