import type { LoginChoice, LoginField } from "../page/page-facts.ts";
import { type LoginState, newLines } from "./page-changes.ts";

/** Signals around one submit of a login page. */
export interface Signals {
  readonly before: LoginState;
  readonly after: LoginState;
  /** Fields that were filled; empty when a choice was pressed. */
  readonly given: readonly LoginField[];
  /** Fields of earlier steps, by {@link fieldPlace}. */
  readonly earlier?: ReadonlySet<string>;
  /** HTTP status of the login request; undefined when there was none, or when it is not answered yet. */
  readonly status: number | undefined;
  /** Texts of JavaScript dialogs that the page has shown since the submit. */
  readonly messages: readonly string[];
  /** Error of the website that the page already showed before. */
  readonly knownError?: string | undefined;
}

/**
 * Verdict on a submit.
 *
 * - `success`: several independent signals say that the browser is logged in. - `rejected`: the website refused the
 * values. `isSilent` when only the repeated question says so, and neither the status nor words of a refusal. `dismiss`
 * is the control of a dialog that covers the form. - `next`: the page asks for something new. - `interstitial`: a page
 * between the login and its end, with one control that leads on. - `external`: the page waits for something outside of
 * it. - `unknown`: there are too few signals.
 */
export type Verdict =
  | { readonly kind: "success" }
  | { readonly kind: "rejected"; readonly text?: string; readonly isSilent: boolean; readonly dismiss?: string }
  | { readonly kind: "next" }
  | { readonly kind: "interstitial"; readonly continue: LoginChoice }
  | { readonly kind: "external" }
  | { readonly kind: "unknown" };

/** Identity of a field across the pages of a login: two websites may have fields with the same name. */
export function fieldPlace({ origin, ref }: LoginField): string {
  return `${origin}\n${ref}`;
}

/** True when a password or a code was filled, in this step or in an earlier one. */
export function hasGivenSecret({ given, earlier }: Signals): boolean {
  const isSecret = (ref: string): boolean => /^(?:password|code):/.test(ref);
  return [...given.map(fieldPlace), ...(earlier ?? [])].some((known) => isSecret(known.slice(known.indexOf("\n") + 1)));
}

/** True when more than half of the lines are new. */
export function isMostlyNew({ before, after }: Signals): boolean {
  const { length } = newLines(before.facts, after.facts);
  return length >= 3 && length > after.facts.lines.length / 2;
}

/** Number of new lines from which on a page is more than a step of a login; fewer with many links and buttons. */
const MANY_LINES = 15;
const SOME_LINES = 8;
const MANY_CONTROLS = 15;

/**
 * True for a page of the website itself in place of a step of the login. Its words are about anything: "error" in its
 * news is no refusal, and its buttons are no choices.
 */
export function isWholePage(signals: Signals): boolean {
  const { before, after } = signals;
  const { length } = newLines(before.facts, after.facts);
  const least = after.facts.controls >= MANY_CONTROLS ? SOME_LINES : MANY_LINES;
  return isMostlyNew(signals) && length >= least;
}

/** Maximum numbers of lines, and of links and buttons, of a step between a login and its end. */
const MAX_STEP_LINES = 40;

/** True for a page that is small enough to be a step of a login. */
export function isSmallPage({
  lines,
  controls,
}: {
  readonly lines: readonly string[];
  readonly controls: number;
}): boolean {
  return lines.length <= MAX_STEP_LINES && controls <= MANY_CONTROLS;
}
