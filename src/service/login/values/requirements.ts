/** Kind of something that a login needed. */
export type RequirementKind =
  | "identifier"
  | "password"
  | "totp"
  | "sms_code"
  | "email_code"
  | "external_action"
  | "customer_input";

/** Something that a login needed. */
export interface LoginRequirement {
  readonly kind: RequirementKind;
  /** Key of the credential's value that meets it; empty where no stored value can. */
  readonly key: string;
}
