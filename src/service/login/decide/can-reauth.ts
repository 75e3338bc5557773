import { type CanReauthReason, canReauthReasonTexts } from "../../../contract/can-reauth-reasons.ts";
import type { LoginRequirement } from "../values/requirements.ts";
import { storedKey } from "../values/stored-values.ts";

/** Result of the last replay of a stored login plan. */
export type PlanState = "unchecked" | "replayable" | "needs-external-action" | "failed";

/** Credential of a connection, without its values. */
export type AttachedCredential =
  | { readonly kind: "external" }
  | { readonly kind: "stored"; readonly valueKeys: readonly string[]; readonly hasTotpSecret: boolean };

/** Facts that decide whether a session can be renewed without a person. */
export interface ReauthFacts {
  /** True when a login of the connection has succeeded. */
  readonly hasLoggedIn: boolean;
  readonly credential: AttachedCredential | undefined;
  /** True when the login is a computer-use flow. */
  readonly isComputerUse: boolean;
  /** States of the stored login plans. */
  readonly plans: readonly PlanState[];
  /** Requirements that the last login recorded; undefined when it recorded no list. */
  readonly requirements: readonly LoginRequirement[] | undefined;
}

/** Values of `can_reauth` and `can_reauth_reason`. */
export interface Reauth {
  readonly can_reauth: boolean;
  readonly can_reauth_reason: CanReauthReason;
}

/**
 * Decides whether a session can be renewed without a person.
 *
 * assumed: checked plans are better evidence than recorded requirements, and these are better than a credential alone.
 * An unchecked plan may be replayable, so that the requirements decide.
 */
export function canReauth(facts: ReauthFacts): Reauth {
  const reason = reauthReason(facts);
  return { can_reauth: canReauthReasonTexts[reason].canReauth, can_reauth_reason: reason };
}

function reauthReason({ hasLoggedIn, credential, isComputerUse, plans, requirements }: ReauthFacts): CanReauthReason {
  if (!hasLoggedIn) return "no_prior_successful_login";
  if (credential?.kind === "external") return "external_credential";
  if (!credential) return "no_credential";
  if (isComputerUse) return "cua_has_credential";
  if (plans.includes("replayable")) return "viable_plans_found";
  if (plans.length > 0 && !plans.includes("unchecked")) {
    return plans.includes("failed") ? "no_viable_plans" : "viable_plans_require_external_action";
  }
  if (!requirements) return "has_credential";
  if (requirements.length === 0) return "no_requirements_recorded";
  return firstUnmet(requirements, credential) ?? "requirements_satisfiable";
}

type StoredCredential = Extract<AttachedCredential, { kind: "stored" }>;

/** Reasons for unmet requirements, the ones that are hardest to meet first. */
const unmetReasons = [
  "requires_external_action",
  "requires_totp_without_secret",
  "requires_sms_code",
  "requires_email_code",
  "requires_customer_input",
] as const satisfies readonly CanReauthReason[];

type UnmetReason = (typeof unmetReasons)[number];

function firstUnmet(requirements: readonly LoginRequirement[], credential: StoredCredential): UnmetReason | undefined {
  const unmet = new Set(requirements.map((requirement) => unmetReason(requirement, credential)));
  return unmetReasons.find((reason) => unmet.has(reason));
}

function unmetReason({ kind, key }: LoginRequirement, credential: StoredCredential): UnmetReason | undefined {
  switch (kind) {
    case "external_action":
      return "requires_external_action";
    case "totp":
      return credential.hasTotpSecret ? undefined : "requires_totp_without_secret";
    case "sms_code":
      return "requires_sms_code";
    case "email_code":
      return "requires_email_code";
    default:
      return storedKey(credential.valueKeys, { kind, name: key }) === undefined ? "requires_customer_input" : undefined;
  }
}
