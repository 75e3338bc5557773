import type { LoginPlan } from "../../../../../generated/types.ts";

/** Meaning of a plan's state, and what to do about it. */
export const planStates: Readonly<Record<string, string>> = {
  replayable: "A login and a renewal can replay it.",
  value_missing: "A renewal needs a value that the credential does not have; a login asks for it.",
  needs_person: "A step of it needs a person each time: a login asks, a renewal cannot use it.",
  failed: "The website has changed: show the login again in the live view of the next login.",
};

/** Lines that describe a plan for a person, without values. */
export function planLines({ entrance, failed, state, steps }: LoginPlan): string[] {
  return [
    `begins at ${entrance}`,
    ...steps.map(({ name, source, step }) => `${step}. ${name}${source === "ask" ? " (asks)" : ""}`),
    ...(failed ? [`failed at step ${failed.step}: ${failed.why}`] : []),
    ...(planStates[state] === undefined ? [] : [planStates[state]]),
  ];
}
