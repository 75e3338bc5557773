import type { LoginField } from "../page/page-facts.ts";
import { errorText, isErrorLine } from "./error-text.ts";
import { newLines } from "./page-changes.ts";
import { fieldPlace, type Signals, type Verdict } from "./signals.ts";

/** Verdict on a submit that the website has refused, with its own sentence. */
export function rejection(signals: Signals): Verdict {
  const text = websiteError(signals);
  return {
    kind: "rejected",
    ...(text !== undefined && { text }),
    isSilent: !isRefused(signals) && !isRefusedByMarks(signals),
  };
}

/**
 * Error text of the website after a submit: a dialog of the page, otherwise new lines, otherwise the earlier error if
 * the page still shows it.
 */
export function websiteError(signals: Signals): string | undefined {
  const { after } = signals;
  const known = new Set(signals.before.facts.alerts);
  const announced = after.facts.alerts.filter((text) => !known.has(text));
  const text = errorText(announced.length > 0 ? [...signals.messages, ...announced] : newTexts(signals));
  if (text !== undefined) return text;
  return repeatsError(signals) ? signals.knownError : undefined;
}

/** True when the page still shows the error of an earlier submit. */
export function repeatsError({ after, knownError }: Pick<Signals, "after" | "knownError">): boolean {
  return knownError !== undefined && after.facts.lines.some((line) => knownError.includes(line));
}

/**
 * Texts that appeared after a submit, without those of choices and of fields that are new. The text that describes a
 * field which was there before is new only when it is about what was filled in.
 */
function newTexts({ before, after, messages }: Signals): string[] {
  const { form, choices } = after.facts;
  const known = new Set((before.facts.form?.fields ?? []).map(fieldPlace));
  const controls = new Set([
    ...(form?.fields ?? []).flatMap((field) => [field.label, known.has(fieldPlace(field)) ? undefined : field.hint]),
    ...[...(form?.choices ?? []), ...choices].map(({ label }) => label),
  ]);
  return [...messages, ...newLines(before.facts, after.facts).filter((line) => !controls.has(line))];
}

/** True when the login request was answered with an error. */
export function isRefusedStatus({ status }: Signals): boolean {
  return status !== undefined && status >= 400;
}

/** True when a new line or a dialog says no in words. */
export function isRefusedInWords(signals: Signals): boolean {
  return newTexts(signals).some(isErrorLine);
}

/** True when the status of the login request, or a new line or dialog, says no. */
export function isRefused(signals: Signals): boolean {
  return isRefusedStatus(signals) || isRefusedInWords(signals);
}

/**
 * True when the page that asks again says so in any language: it announces a text, or marks a field that was filled as
 * wrong.
 */
export function isRefusedByMarks({ before, after, given }: Signals): boolean {
  const known = new Set(before.facts.alerts);
  if (after.facts.alerts.some((text) => !known.has(text))) return true;
  const places = new Set(given.map(fieldPlace));
  const wrong = (fields: readonly LoginField[] = []): Set<string> =>
    new Set(fields.filter(({ invalid }) => invalid).map(fieldPlace));
  const alreadyWrong = wrong(before.facts.form?.fields);
  return [...wrong(after.facts.form?.fields)].some((place) => places.has(place) && !alreadyWrong.has(place));
}
