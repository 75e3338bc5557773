import type { Clock } from "../clock.ts";
import type { PlanState } from "./can-reauth.ts";
import type { AllowedOrigin, LoginChoice, LoginField } from "./login-page.ts";
import type { LoginPlan } from "./login-plan.ts";
import type { LoginRequirement } from "./requirements.ts";
import type { SiteSignature } from "./signature.ts";

/** Everything that a login flow knows at its start. */
export interface LoginInput {
  /** Login page, or the home page of the domain. */
  readonly startUrl: string;
  /** True when `startUrl` is the login page itself: no other page is searched. */
  readonly isLoginPage: boolean;
  /** Domain of the connection; a login ends on it or on one of its subdomains. */
  readonly domain: string;
  readonly isAllowed: AllowedOrigin;
  /** Values of the stored credential by key. */
  readonly values: Readonly<Record<string, string>>;
  /** Current code of the stored TOTP secret; absent without a secret. */
  readonly totp?: () => Promise<string>;
  readonly clock: Clock;
  /** Plan of an earlier login. */
  readonly plan?: LoginPlan;
}

/** Code that the service can make itself, or a kind of {@link LoginField}. */
export type AskedType = LoginField["kind"] | "totp_code";

/** Field that waits for a person. */
export interface AskedField extends LoginField {
  readonly type: AskedType;
  /** `rejected` when the website has refused the last value. */
  readonly reason: "missing" | "rejected";
}

/** Pause of a flow. */
export interface LoginQuestion {
  /** `external` waits for something outside of the page; its fields and choices are other ways. */
  readonly kind: "input" | "external";
  readonly fields: readonly AskedField[];
  readonly choices: readonly LoginChoice[];
  /** Instructions of an external action. */
  readonly message?: string;
  /** Visible error of the website. */
  readonly websiteError?: string;
}

/** Answer to a {@link LoginQuestion}: values by the ref of their field, or the ref of a choice. */
export interface LoginAnswers {
  readonly values?: Readonly<Record<string, string>>;
  readonly choice?: string;
}

/** The other side of a login flow. */
export interface LoginDialog {
  step(step: "DISCOVERING" | "SUBMITTING"): void;
  /**
   * Asks a person. A rejection ends the flow with its reason. `over` is aborted when the page went on by itself, in the
   * live view for instance; the answer no longer matters then.
   */
  ask(question: LoginQuestion, over: AbortSignal): Promise<LoginAnswers>;
}

/** Result of a login that succeeded. */
export interface LoginResult {
  /** Address after the login, without codes and tokens. */
  readonly postLoginUrl: string;
  /** Values that a person gave, by the key to save them under; never one-time codes. */
  readonly values: Readonly<Record<string, string>>;
  readonly plan: LoginPlan;
  /** `replayable` when nobody was asked, `unchecked` when the plan has yet to show that it needs nobody. */
  readonly planState: Exclude<PlanState, "failed">;
  readonly requirements: readonly LoginRequirement[];
  /** Absent when the logged-in page could not be told from the login page. */
  readonly signature?: SiteSignature;
  readonly ssoProvider?: string;
}
