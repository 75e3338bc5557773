import { describe, expect, test } from "vitest";
import {
  type CanReauthReason,
  canReauthReasons,
  canReauthReasonTexts,
} from "../../../../src/contract/can-reauth-reasons.ts";
import { canReauth, type ReauthFacts } from "../../../../src/service/login/decide/can-reauth.ts";
import type { LoginRequirement, RequirementKind } from "../../../../src/service/login/values/requirements.ts";

const stored = { kind: "stored", valueKeys: ["email", "password"], hasTotpSecret: false } as const;
const usual: ReauthFacts = {
  hasLoggedIn: true,
  credential: stored,
  isComputerUse: false,
  plans: [],
  requirements: undefined,
};

function required(...kinds: RequirementKind[]): LoginRequirement[] {
  const keys: Partial<Record<RequirementKind, string>> = { identifier: "email", password: "password" };
  return kinds.map((kind) => ({ kind, key: keys[kind] ?? "" }));
}

/** Facts that lead to each value; the values above it in the order of decision do not apply. */
const cases: Record<CanReauthReason, Partial<ReauthFacts>[]> = {
  no_prior_successful_login: [
    { hasLoggedIn: false },
    { hasLoggedIn: false, credential: undefined },
    { hasLoggedIn: false, credential: { kind: "external" } },
  ],
  external_credential: [
    { credential: { kind: "external" } },
    { credential: { kind: "external" }, isComputerUse: true },
    { credential: { kind: "external" }, plans: ["failed"], requirements: required("sms_code") },
  ],
  no_credential: [
    { credential: undefined },
    { credential: undefined, isComputerUse: true },
    { credential: undefined, plans: ["replayable"], requirements: [] },
  ],
  cua_has_credential: [{ isComputerUse: true }, { isComputerUse: true, plans: ["failed"] }],
  viable_plans_found: [
    { plans: ["replayable"] },
    { plans: ["failed", "replayable", "needs-external-action"] },
    { plans: ["replayable"], requirements: required("external_action") },
  ],
  viable_plans_require_external_action: [
    { plans: ["needs-external-action"] },
    { plans: ["needs-external-action", "needs-external-action"], requirements: [] },
  ],
  no_viable_plans: [
    { plans: ["failed"] },
    { plans: ["needs-external-action", "failed"] },
    { plans: ["failed"], requirements: required("password") },
  ],
  requires_external_action: [
    { requirements: required("external_action") },
    { requirements: required("customer_input", "email_code", "sms_code", "totp", "external_action") },
    { plans: ["unchecked", "failed"], requirements: required("external_action") },
  ],
  requires_totp_without_secret: [
    { requirements: required("identifier", "password", "totp") },
    { requirements: required("customer_input", "email_code", "sms_code", "totp") },
  ],
  requires_sms_code: [
    { requirements: required("password", "sms_code") },
    { requirements: required("customer_input", "email_code", "sms_code") },
  ],
  requires_email_code: [
    { requirements: required("email_code") },
    { requirements: required("customer_input", "email_code") },
  ],
  requires_customer_input: [
    { requirements: [{ kind: "customer_input", key: "company" }] },
    { requirements: required("customer_input") },
    { credential: { ...stored, valueKeys: ["email"] }, requirements: required("identifier", "password") },
    { credential: { ...stored, valueKeys: ["password"] }, requirements: required("identifier", "password") },
  ],
  requirements_satisfiable: [
    { requirements: required("identifier", "password") },
    { credential: { ...stored, hasTotpSecret: true }, requirements: required("totp") },
    {
      credential: { ...stored, valueKeys: ["company"] },
      requirements: [{ kind: "customer_input", key: "company" }],
    },
    { plans: ["unchecked"], requirements: required("password") },
  ],
  no_requirements_recorded: [{ requirements: [] }, { plans: ["unchecked"], requirements: [] }],
  has_credential: [{}, { plans: ["unchecked"] }],
};

describe.each(canReauthReasons)("%s", (reason) => {
  test.each(cases[reason])("can_reauth and its reason follow from %j", (facts) => {
    const { canReauth: can } = canReauthReasonTexts[reason];
    expect(canReauth({ ...usual, ...facts })).toEqual({ can_reauth: can, can_reauth_reason: reason });
  });
});

test("the fifteen values of the specification have a meaning and advice, six of them with re-authentication", () => {
  expect(canReauthReasons).toHaveLength(15);
  const texts = canReauthReasons.map((reason) => canReauthReasonTexts[reason]);
  expect(texts.filter((text) => text.canReauth)).toHaveLength(6);
  for (const { meaning, advice } of texts) {
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(advice).toMatch(/^[A-Z]/);
  }
});
