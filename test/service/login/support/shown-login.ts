import type { TestContext } from "vitest";
import { stepName, type TaughtPlan } from "../../../../src/service/login/decide/taught-plan.ts";
import type { LoginResult } from "../../../../src/service/login/flow/flow-types.ts";
import type { ReplayFailure } from "../../../../src/service/login/flow/replay.ts";
import { unattendedDialog } from "../../../../src/service/login/flow/unattended.ts";
import type { LoginBrowser } from "../../../support/browser/login-browser.ts";
import { type ForeignSite, user } from "./foreign-site.ts";
import { logInOn, type RunOptions } from "./login-flow.ts";
import { Person } from "./person.ts";
import { Teacher } from "./teacher.ts";

/** Browser of a test that shows logins, and its expectations. */
export type ShownTest = Pick<TestContext, "expect"> & { readonly browser: LoginBrowser };

/** Credential of the user of all websites. */
export const stored = { username: user.username, password: user.password };

const alone = { dialog: unattendedDialog(() => {}), isUnattended: true };

interface Shown {
  readonly result: LoginResult;
  readonly plan: TaughtPlan;
  readonly teacher: Teacher;
}

/** Has a person show a login, from a browser without any state. */
export async function shown(
  { browser, expect }: ShownTest,
  { url }: Pick<ForeignSite, "url">,
  show: (person: Person, isOver: Promise<void>) => Promise<unknown>,
  options: RunOptions = {},
): Promise<Shown> {
  const person = new Person(browser.connection);
  const teacher = new Teacher((isOver) => show(person, isOver));
  const page = await browser.page();
  const input = { isUnattended: false, values: stored, dialog: teacher, ...options };
  const { result } = await logInOn(page, url, input);
  page.close();
  const { taught } = result;
  if (!taught) throw new Error("nothing was taught");
  for (const value of Object.values(stored)) expect(JSON.stringify(result.taught)).not.toContain(value);
  return { result, plan: taught, teacher };
}

/** Renews a login by a plan, without a person and without the state of the browser. */
export async function renewed(
  { browser }: Pick<ShownTest, "browser">,
  { url }: Pick<ForeignSite, "url">,
  plan: TaughtPlan | undefined,
  options: RunOptions = {},
) {
  await browser.connection.send("Storage.clearCookies");
  const failures: (ReplayFailure | undefined)[] = [];
  const page = await browser.page();
  const lessons = plan ? [{ id: "plan", plan }] : [];
  const onReplay = (_: string, failure: ReplayFailure | undefined): void => void failures.push(failure);
  const run = logInOn(page, url, { ...alone, values: stored, lessons, onReplay, ...options });
  const [outcome] = await Promise.allSettled([run]);
  const result = outcome.status === "fulfilled" ? outcome.value.result : undefined;
  return { result, failures, error: outcome.status === "rejected" ? (outcome.reason as Error) : undefined };
}

/** Steps of a plan, with the paths of their pages. */
export function names({ steps }: TaughtPlan): string[] {
  return steps.map((step) => stepName(step).replace(/ on http.*\d+\//, " on /"));
}
