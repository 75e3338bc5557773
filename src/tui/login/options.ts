import type { Io } from "../../core/io.ts";
import type { FollowedEnd } from "../kit/followed-view.ts";

/** Field that the website asks for. */
export interface AskedField {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Typed characters are not shown. */
  readonly secret: boolean;
  readonly required: boolean;
  /** The website refused the last value. */
  readonly rejected: boolean;
}

/** Choice that the website offers. */
export interface AskedChoice {
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
}

/** Input that a login waits for. */
export interface Asked {
  /** Identity of the pause. */
  readonly pause: string;
  readonly fields: readonly AskedField[];
  readonly choices: readonly AskedChoice[];
  /** Action to take outside of the page; an empty text if the website does not name it. */
  readonly action?: string | undefined;
}

/** State of a login. */
export interface LoginPhase {
  /** Name of the step: phases of one step in a row are one line. */
  readonly step: string;
  readonly title: string;
  /** Sentence for the step, without a full stop; absent while it waits for a person. */
  readonly doing?: string | undefined;
  readonly asked?: Asked | undefined;
  readonly websiteError?: string | undefined;
  readonly hostedUrl?: string | undefined;
  readonly liveViewUrl?: string | undefined;
  /** Set on the last phase. */
  readonly end?: "success" | "failure" | undefined;
}

/** Item of a followed login, in order. */
export type LoginItem =
  | { readonly kind: "phase"; readonly phase: LoginPhase }
  | { readonly kind: "note"; readonly text: string }
  | { readonly kind: "connected" }
  | { readonly kind: "reconnecting"; readonly reason: string; readonly attempt: number; readonly inMs: number };

/** Answer to what a login asks. `done`: the action outside of the page was taken. */
export type LoginAnswer =
  | { readonly kind: "values"; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: "choice"; readonly id: string }
  | { readonly kind: "done" };

/** An answer that was not accepted: a text, and problems by the id of their field. */
export interface AnswerProblem {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Names of the connection in the title. */
export interface LoginTitle {
  readonly domain: string;
  readonly profile: string;
  readonly id: string;
}

export interface LoginViewOptions {
  readonly io: Io;
  readonly signal: AbortSignal;
  readonly title: LoginTitle;
  /** Items of the followed stream; their end is the end of the login. */
  readonly items: AsyncIterable<readonly LoginItem[]>;
  /** Maximum length of a value, in UTF-16 units. */
  readonly maxLength: number;
  /**
   * Reads the earliest time of the login's end without an answer, in milliseconds since 1970; undefined where it is not
   * known. Never rejects.
   */
  readonly readExpiry: () => Promise<number | undefined>;
  /** Calls `show` with what the service does, each time it changes; undefined while a person acts. Never rejects. */
  readonly watchDoing?: ((show: (sentence: string | undefined) => void) => Promise<void>) | undefined;
  /** Submits an answer. Returns the problem with it; undefined when it was accepted. */
  readonly onAnswer: (asked: Asked, answer: LoginAnswer) => Promise<AnswerProblem | undefined>;
  /** Opens an address in the default browser. */
  readonly onOpen: (url: string) => Promise<void>;
  /** Cancels the login; without it, the view offers no key for that. */
  readonly onCancel?: (() => Promise<void>) | undefined;
}

/** How a view ended. `left` and `interrupted` come from the person: the login still runs. */
export type ViewEnd = "ended" | "left" | "interrupted";

/** Result of following a login on one kind of terminal. */
export type FollowResult = FollowedEnd<ViewEnd>;
