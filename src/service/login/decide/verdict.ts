import type { LoginChoice, LoginField } from "../page/page-facts.ts";
import { errorText, isErrorLine } from "./error-text.ts";
import { askedFields, hasMoved, isAuthAddress, type LoginState, newLines, storedChange } from "./page-changes.ts";

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

/** Number of points that a success needs: with one strong signal, and without. */
const ENOUGH = 3;
const ENOUGH_OF_WEAK = 4;

/** Judges a submit by all of its signals together, never by a single one. */
export function judge(signals: Signals): Verdict {
  const asked = askedFields(signals.after.facts);
  if (asked.length > 0) return judgeForm(signals, asked);
  const refusal = refusalWithoutForm(signals);
  if (refusal) return refusal;
  if (signals.after.facts.external) return { kind: "external" };
  const between = interstitialChoice(signals);
  if (between) return { kind: "interstitial", continue: between };
  if (offersWay(signals, stepKinds) && !signals.after.facts.logout) return { kind: "next" };
  if (isLoggedIn(signals)) return { kind: "success" };
  if (offersWay(signals, wayKinds)) return { kind: "next" };
  return { kind: "unknown" };
}

function judgeForm(signals: Signals, asked: readonly LoginField[]): Verdict {
  const { before, after, given, earlier } = signals;
  const known = new Set([...given.map(fieldPlace), ...(earlier ?? [])]);
  const askedBefore = new Set(askedFields(before.facts).map(fieldPlace));
  const isRepeated = asked.some((field) => known.has(fieldPlace(field)));
  const fresh = asked.filter((field) => !askedBefore.has(fieldPlace(field)) && !known.has(fieldPlace(field)));
  if (isRepeated && isBehindLogin(signals)) return { kind: "success" };
  if (isRepeated && (fresh.length === 0 || isRefused(signals))) return rejection(signals);
  if (after.facts.external && fresh.every(({ kind }) => kind === "code")) return { kind: "external" };
  // A page after the login may have fields of its own, even a password in its settings; but a code belongs to the
  // login.
  const isOtherForm = !isRepeated && fresh.every(({ kind }) => kind !== "code");
  if (isOtherForm && given.some(({ kind }) => kind !== "identifier") && isLoggedIn(signals)) return { kind: "success" };
  if (fresh.length > 0) {
    return isSentBack(signals, asked) ? rejection(signals) : { kind: "next" };
  }
  return given.length === 0 && !hasMoved(before.facts, after.facts) ? { kind: "unknown" } : { kind: "next" };
}

/**
 * Meaning of the next page for the values that were sent.
 *
 * - `accepted`: the website accepted them, because it now asks for something else, or for nothing. - `again`: the
 * website accepted them, and deliberately asks for the same password once more.
 */
export type Progress = "accepted" | "again";

const againWords =
  /confirm (?:\w+ )?password|confirm (?:access|your identity|it['’]?s you|that it['’]?s you)|re-?enter (?:\w+ )?password|(?:enter|type) (?:\w+ )?password (?:once more|again|to continue)|passwort (?:erneut|noch einmal|bestätigen)|bestätigen sie (?:ihr|das) passwort|確認のため.*パスワード|パスワードを再入力/i;

/**
 * Undefined when the page could also be a refusal in unknown words. A password is deliberately asked for again if all
 * of this holds: another page asks only for the password, it says so in words, and the website has stored a session in
 * the meantime.
 */
export function progressOf(signals: Signals, { kind }: Verdict): Progress | undefined {
  const { before, after, given } = signals;
  if (given.every((field) => field.kind === "identifier")) return undefined;
  if (kind === "success" || kind === "interstitial" || kind === "external") return "accepted";
  if (kind !== "next") return undefined;
  const asked = askedFields(after.facts);
  if (asked.every((field) => field.kind === "code")) return "accepted";
  const isAlone = asked.every((field) => field.kind === "password") && given.some((field) => field.kind === "password");
  const isOther = hasMoved(before.facts, after.facts) && storedChange(before.evidence, after.evidence) === "session";
  const isSaid = newLines(before.facts, after.facts).some((line) => againWords.test(line));
  return isAlone && isOther && isSaid && !isRefused(signals) ? "again" : undefined;
}

/**
 * True for the page after a login that happens to have a field of the same name, such as a field for a new password.
 */
function isBehindLogin(signals: Signals): boolean {
  const { before, after } = signals;
  const isOther = hasMoved(before.facts, after.facts) || before.facts.form?.submit !== after.facts.form?.submit;
  return isOther && after.facts.logout && !before.facts.logout && isLoggedIn(signals);
}

/** Identity of a field across the pages of a login: two websites may have fields with the same name. */
export function fieldPlace({ origin, ref }: LoginField): string {
  return `${origin}\n${ref}`;
}

/**
 * True when the first page of a login asks again, in another form, for the values that were given, and the website says
 * no.
 */
function isSentBack(signals: Signals, asked: readonly LoginField[]): boolean {
  const kinds = new Set(signals.given.map(({ kind }) => kind));
  return asked.every(({ kind }) => kinds.has(kind)) && isRefused(signals);
}

function rejection(signals: Signals): Verdict {
  const text = websiteError(signals);
  return { kind: "rejected", ...(text !== undefined && { text }), isSilent: !isRefused(signals) };
}

/**
 * Error text of the website after a submit: a dialog of the page, otherwise new lines, otherwise the earlier error if
 * the page still shows it.
 */
export function websiteError(signals: Signals): string | undefined {
  const { after, knownError } = signals;
  const text = errorText(newTexts(signals));
  if (text !== undefined) return text;
  return knownError !== undefined && after.facts.lines.some((line) => knownError.includes(line))
    ? knownError
    : undefined;
}

/** Texts that appeared after a submit, without those of fields and choices. */
function newTexts({ before, after, messages }: Signals): string[] {
  const { form, choices } = after.facts;
  const controls = new Set([
    ...(form?.fields ?? []).flatMap(({ label, hint }) => [label, hint]),
    ...[...(form?.choices ?? []), ...choices].map(({ label }) => label),
  ]);
  return [...messages, ...newLines(before.facts, after.facts).filter((line) => !controls.has(line))];
}

/** A dialog over the login form hides the form until its button is pressed. */
function refusalWithoutForm(signals: Signals): Verdict | undefined {
  const { before, after, given } = signals;
  if (given.length === 0 || isLoggedIn(signals)) return undefined;
  const { facts } = after;
  const ways = [...(facts.form?.choices ?? []), ...facts.choices];
  const formLines = (before.facts.form?.fields ?? []).map(({ label }) => label);
  const isCovered = formLines.length > 0 && formLines.every((label) => facts.lines.includes(label));
  const [button] = ways.filter(({ kind }) => kind === "continue" || kind === "other");
  if (isRefused(signals) && button && (isCovered || ways.length === 1)) {
    return { ...rejection(signals), kind: "rejected", isSilent: false, dismiss: button.ref };
  }
  return isRefusedStatus(signals) && !facts.external ? rejection(signals) : undefined;
}

function isRefusedStatus({ status }: Signals): boolean {
  return status !== undefined && status >= 400;
}

/** True when the status of the login request, or a new line or dialog, says no. */
function isRefused(signals: Signals): boolean {
  return isRefusedStatus(signals) || newTexts(signals).some(isErrorLine);
}

const betweenWords =
  /consent|permission|authori[sz]|allow|grant|terms|policy|privacy|conditions|stay (?:signed|logged) in|keep me (?:signed|logged) in|remember|trust|welcome|passkey|recovery|verify later|not now|skip|angemeldet bleiben|zustimm|einwillig|nutzungsbedingungen|zugriff|berechtig|同意|許可|規約|ログインしたまま/i;

/** Maximum number of lines of an interstitial page; a home page with such a button has more. */
const MAX_BETWEEN_LINES = 40;

/** The only control that leads on from a page of consent, terms or the like. */
function interstitialChoice({ before, after }: Signals): LoginChoice | undefined {
  const { facts } = after;
  const ways = [...(facts.form?.choices ?? []), ...facts.choices].filter(({ kind }) => kind === "continue");
  const [way] = ways;
  const words = [facts.title, facts.url, ...facts.lines].join("\n");
  const isBetween =
    !facts.logout && facts.lines.length <= MAX_BETWEEN_LINES && (betweenWords.test(words) || isAuthAddress(facts.url));
  const isNew = !before.facts.choices.some(({ ref }) => ref === way?.ref) || hasMoved(before.facts, facts);
  return way && ways.length === 1 && isBetween && isNew ? way : undefined;
}

/** Kinds of choices that exist only in a login. */
const stepKinds: readonly LoginChoice["kind"][] = ["mfa_method", "account"];
const wayKinds: readonly LoginChoice["kind"][] = [
  "sso_provider",
  "mfa_method",
  "account",
  "sign_in_method",
  "continue",
];

/** True for a page without fields that offers choices which the previous page did not have. */
function offersWay({ before, after }: Signals, kinds: readonly LoginChoice["kind"][]): boolean {
  const known = new Set(before.facts.choices.map(({ ref }) => ref));
  const ways = [...(after.facts.form?.choices ?? []), ...after.facts.choices];
  return ways.some(({ kind, ref }) => kinds.includes(kind) && (!known.has(ref) || hasMoved(before.facts, after.facts)));
}

/**
 * Weighs the signals of a login: it needs two signals in addition to the absence of the form, enough points, and no
 * contrary signal. A cookie or entry with the name of a session, and a log-out control, weigh most.
 */
function isLoggedIn(signals: Signals): boolean {
  const { before, after, status } = signals;
  const { facts } = after;
  if (facts.dialog || facts.trigger !== undefined || facts.external) return false;
  if (isRefusedStatus(signals)) return false;
  const change = storedChange(before.evidence, after.evidence);
  const points = [
    change === "session" ? 2 : change === "some" ? 1 : 0,
    facts.logout && !before.facts.logout ? 2 : 0,
    hasMoved(before.facts, facts) && !isAuthAddress(facts.url) ? 1 : 0,
    status === undefined ? 0 : 1,
    isMostlyNew(signals) ? 1 : 0,
  ].filter((point) => point > 0);
  const hasForm = askedFields(facts).length > 0;
  const isGone = askedFields(before.facts).length > 0 && !hasForm;
  const isRefusedInWords = isRefused(signals) && !facts.logout;
  const sum = points.reduce((total, point) => total + point, isGone ? 1 : 0);
  // A page that asks for something needs additional proof: a log-out control, or as much text as an application has.
  const isProven = !hasForm || (facts.logout && !before.facts.logout) || isApplication(signals);
  // Every next page is new and has another address. Without a stored session or a log-out control, these two signals do
  // not count.
  const isEnough = points.includes(2) ? sum >= ENOUGH : change === "some" && sum >= ENOUGH_OF_WEAK;
  return !isRefusedInWords && isProven && points.length >= 2 && isEnough;
}

/** Number of new lines from which on a page is more than a step of a login. */
const APPLICATION_LINES = 15;

function isApplication(signals: Signals): boolean {
  const { before, after } = signals;
  const { length } = newLines(before.facts, after.facts);
  return (
    storedChange(before.evidence, after.evidence) === "session" && isMostlyNew(signals) && length >= APPLICATION_LINES
  );
}

/** True when more than half of the lines are new. */
function isMostlyNew({ before, after }: Signals): boolean {
  const { length } = newLines(before.facts, after.facts);
  return length >= 3 && length > after.facts.lines.length / 2;
}
