import type { LoginChoice, PageFacts } from "../page/page-facts.ts";
import type { CredentialValues } from "../values/credential-values.ts";
import { totpChoice } from "./code-channel.ts";
import { type LoginPlan, plannedChoice, plansFields } from "./login-plan.ts";
import { askedFields } from "./page-changes.ts";
import { isSmallPage } from "./signals.ts";

/** Facts that decide about a choice without a person. */
export interface ChoicePolicy {
  readonly plan: LoginPlan | undefined;
  readonly hasTotp: boolean;
  readonly values: CredentialValues;
  /** Choices that were pressed before, by {@link choicePlace}. */
  readonly pressed: ReadonlySet<string>;
}

/** Choices of a page, inside and outside of its form. */
function choicesOf(facts: PageFacts): readonly LoginChoice[] {
  return [...(facts.form?.choices ?? []), ...facts.choices];
}

/** Kinds of choices that exist only in a login. */
export const loginKinds: ReadonlySet<LoginChoice["kind"]> = new Set([
  "sso_provider",
  "mfa_method",
  "account",
  "sign_in_method",
]);

/**
 * Choices that a person may be asked about. On a page that is larger than a step of a login, only what belongs to a
 * login counts; a page with a way out is behind the login, and its buttons are those of the website. After a secret was
 * sent, however small the page is, a control must belong to a login by its kind or by the address that it leads to.
 */
export function offeredChoices(facts: PageFacts, hasSentSecret: boolean): readonly LoginChoice[] {
  if (facts.logout && facts.form === undefined) return [];
  if (isSmallPage(facts) && !facts.logout && !hasSentSecret) return choicesOf(facts);
  const isStep = isSmallPage(facts) && !facts.logout;
  return choicesOf(facts).filter(({ kind, leadsToLogin }) => loginKinds.has(kind) || (isStep && leadsToLogin));
}

/** Identity of a choice across the pages of a login. */
export function choicePlace({ origin, ref }: LoginChoice): string {
  return `${origin}\n${ref}`;
}

/**
 * Finds the choice that needs no person: the authenticator app when its secret is stored, the choice of the plan, or
 * the account of the stored credential. No choice is pressed twice.
 */
export function automaticChoice(facts: PageFacts, policy: ChoicePolicy): LoginChoice | undefined {
  const open = choicesOf(facts).filter((choice) => !policy.pressed.has(choicePlace(choice)));
  const totp = policy.hasTotp ? totpChoice(facts, open) : undefined;
  if (totp) return totp;
  const asked = askedFields(facts);
  const planned = plannedChoice(policy.plan, open, policy.values.known);
  if (asked.length > 0) return plansFields(policy.plan, asked, policy.values.known) ? undefined : planned;
  if (planned) return planned;
  const accounts = open.filter(({ kind }) => kind === "account");
  const own = accounts.filter(({ label, description }) => policy.values.isNamedIn(`${label}\n${description ?? ""}`));
  return own.length === 1 ? own[0] : undefined;
}
