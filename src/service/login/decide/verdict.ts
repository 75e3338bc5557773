import { isAuthAddress } from "../page/auth-address.ts";
import type { LoginChoice, LoginField } from "../page/page-facts.ts";
import { hasArrived, isLoggedIn } from "./arrival.ts";
import { loginKinds } from "./choice-policy.ts";
import { askedFields, hasMoved } from "./page-changes.ts";
import { isRefused, isRefusedInWords, isRefusedStatus, rejection } from "./refusal.ts";
import { fieldPlace, isSmallPage, isWholePage, type Signals, type Verdict } from "./signals.ts";

/** Judges a submit by all of its signals together, never by a single one. */
export function judge(signals: Signals): Verdict {
  const asked = askedFields(signals.after.facts);
  if (asked.length > 0) return judgeForm(signals, asked);
  if (hasArrived(signals)) return { kind: "success" };
  const refusal = refusalWithoutForm(signals);
  if (refusal) return refusal;
  if (signals.after.facts.external) return { kind: "external" };
  const between = interstitialChoice(signals);
  if (between) return { kind: "interstitial", continue: between };
  if (offersStep(signals)) return { kind: "next" };
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
  if (addsCode(signals)) return { kind: "next" };
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
 * True for the page after a login that happens to have a field of the same name, such as a field for a new password.
 */
function isBehindLogin(signals: Signals): boolean {
  const { before, after } = signals;
  const isOther = hasMoved(before.facts, after.facts) || before.facts.form?.submit !== after.facts.form?.submit;
  return isOther && after.facts.logout && !before.facts.logout && isLoggedIn(signals);
}

/**
 * True when the first page of a login asks again, in another form, for the values that were given, and the website says
 * no.
 */
function isSentBack(signals: Signals, asked: readonly LoginField[]): boolean {
  const kinds = new Set(signals.given.map(({ kind }) => kind));
  return asked.every(({ kind }) => kinds.has(kind)) && isRefused(signals) && !isWholePage(signals);
}

/**
 * True when the website asks for a code beside the secret that was given: the second step, whatever the HTTP status,
 * unless the page says no.
 */
export function addsCode(signals: Signals): boolean {
  const { before, after, given } = signals;
  const places = new Set(askedFields(before.facts).map(fieldPlace));
  const asked = askedFields(after.facts);
  const isAdded = asked.some((field) => field.kind === "code" && !places.has(fieldPlace(field)));
  const secrets = new Set(given.filter(({ kind }) => kind === "password").map(fieldPlace));
  return isAdded && asked.some((field) => secrets.has(fieldPlace(field))) && !isRefusedInWords(signals);
}

const betweenWords =
  /consent|permission|authori[sz]|allow|grant|terms|policy|privacy|conditions|stay (?:signed|logged) in|keep me (?:signed|logged) in|remember|trust|welcome|passkey|recovery|verify later|not now|skip|angemeldet bleiben|zustimm|einwillig|nutzungsbedingungen|zugriff|berechtig|同意|許可|規約|ログインしたまま/i;

/** The only control that leads on from a page of consent, terms or the like. */
function interstitialChoice({ before, after }: Signals): LoginChoice | undefined {
  const { facts } = after;
  const ways = [...(facts.form?.choices ?? []), ...facts.choices].filter(({ kind }) => kind === "continue");
  const [way] = ways;
  const words = [facts.title, facts.url, ...facts.lines].join("\n");
  const isBetween = !facts.logout && isSmallPage(facts) && (betweenWords.test(words) || isAuthAddress(facts.url));
  const isNew = !before.facts.choices.some(({ ref }) => ref === way?.ref) || hasMoved(before.facts, facts);
  return way && ways.length === 1 && isBetween && isNew ? way : undefined;
}

/** Kinds of choices that exist only in a login. */
const stepKinds: readonly LoginChoice["kind"][] = ["mfa_method", "account"];
const wayKinds: readonly LoginChoice["kind"][] = [...loginKinds, "continue"];

/** True for a page that offers choices which exist only in a login. */
export function offersStep(signals: Signals): boolean {
  return offersWay(signals, stepKinds) && !signals.after.facts.logout;
}

/** True for a page without fields that offers choices which the previous page did not have. */
function offersWay({ before, after }: Signals, kinds: readonly LoginChoice["kind"][]): boolean {
  const known = new Set(before.facts.choices.map(({ ref }) => ref));
  const ways = [...(after.facts.form?.choices ?? []), ...after.facts.choices];
  return ways.some(({ kind, ref }) => kinds.includes(kind) && (!known.has(ref) || hasMoved(before.facts, after.facts)));
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
