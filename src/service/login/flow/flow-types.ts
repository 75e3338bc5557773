import type { Clock } from "../../clock.ts";
import type { PlanState } from "../decide/can-reauth.ts";
import type { LoginPlan } from "../decide/login-plan.ts";
import type { SiteSignature } from "../decide/signature.ts";
import type { AllowedOrigin, SentTo } from "../drive/login-page.ts";
import type { PagePicture } from "../drive/page-picture.ts";
import type { LoginChoice, LoginField } from "../page/page-facts.ts";
import type { RedactedText } from "../values/known-values.ts";
import type { LoginRequirement } from "../values/requirements.ts";
import type { SendRecords } from "../values/sends.ts";
import type { Taught } from "./lesson.ts";
import type { LessonInput } from "./show-once.ts";

/** Input of a login flow. */
export interface LoginInput extends LessonInput {
  /** Login page, or the home page of the domain. */
  readonly startUrl: string;
  /** True when `startUrl` is the login page itself: no other page is searched. */
  readonly isLoginPage: boolean;
  /** Domain of the connection; a login ends on it or on one of its subdomains. */
  readonly domain: string;
  /** Where values may be entered and sent to. */
  readonly isAllowed: AllowedOrigin;
  /** Values of the stored credential by key. */
  readonly values: Readonly<Record<string, string>>;
  /** Current code of the stored TOTP secret; absent without a secret. */
  readonly totp?: () => Promise<string>;
  /** Records of the sends of these values in earlier logins. */
  readonly sends: SendRecords;
  /**
   * Waits while another login with the same values has sent them and the website has not answered yet. Returns the
   * function that lets the next login continue.
   */
  readonly takeTurn: (signal: AbortSignal) => Promise<() => void>;
  /** True for a login during which nobody can be asked. */
  readonly isUnattended: boolean;
  readonly clock: Clock;
  /** Plan of an earlier login. */
  readonly plan?: LoginPlan;
  /**
   * Called at the end with the origins that values were sent to. The names of fields contain no values of the login.
   */
  readonly onEnd?: (sentTo: readonly SentTo[]) => void;
  /** Called with what the login does, as a sentence without a full stop. */
  readonly onDoing?: (sentence: RedactedText) => void;
  /**
   * Called when the login has failed or was ended, before its page is left. `picture` shows the page of that moment
   * without what was entered; undefined where there is none. It never rejects.
   */
  readonly onFailure?: (picture: () => Promise<PagePicture | undefined>) => Promise<void>;
}

/** Code that the service can generate itself, or a kind of {@link LoginField}. */
export type AskedType = LoginField["kind"] | "totp_code";

/** Field that waits for a person. */
export interface AskedField extends LoginField {
  readonly type: AskedType;
  /** `rejected` when the website has refused the last value. */
  readonly reason: "missing" | "rejected";
}

/** Something that a page asks for, in its own words. */
export interface PageQuestion {
  /** `external` waits for something outside of the page; its fields and choices are other ways. */
  readonly kind: "input" | "external";
  readonly fields: readonly AskedField[];
  readonly choices: readonly LoginChoice[];
  /** Instructions of an external action. */
  readonly message?: string;
  /** Visible error of the website. */
  readonly websiteError?: string;
}

/** Pause of a flow. Its texts contain no values of the login. */
export interface LoginQuestion extends PageQuestion {
  readonly message?: RedactedText;
  readonly websiteError?: RedactedText;
}

/** Answer to a {@link LoginQuestion}: values by the ref of their field, or the ref of a choice. */
export interface LoginAnswers {
  readonly values?: Readonly<Record<string, string>>;
  readonly choice?: string;
}

/** Interface of a login flow to the person, or to the code that takes the person's place. */
export interface LoginDialog {
  step(step: "DISCOVERING" | "SUBMITTING"): void;
  /**
   * Asks a person. A rejection ends the flow with its reason. `over` is aborted when the page went on by itself, for
   * example in the live view; the answer is ignored then.
   */
  ask(question: LoginQuestion, over: AbortSignal): Promise<LoginAnswers>;
}

/** Result of a login that succeeded. */
export interface LoginResult {
  /** Address after the login: its origin and path. */
  readonly postLoginUrl: RedactedText;
  /** Values that a person gave, by the key to save them under; never one-time codes. */
  readonly values: Readonly<Record<string, string>>;
  readonly plan: LoginPlan;
  /** `replayable` when nobody was asked, `unchecked` when the plan has not yet shown that it needs no person. */
  readonly planState: Exclude<PlanState, "failed">;
  readonly requirements: readonly LoginRequirement[];
  /** Plan of a login that a person has shown. */
  readonly taught?: Taught["plan"];
  /** True for a login by a plan that a person has shown: the service's own plan and requirements are unchanged. */
  readonly isReplayed?: true;
  /** Absent when the logged-in page looked like the login page. */
  readonly signature?: SiteSignature;
  readonly ssoProvider?: string;
}
