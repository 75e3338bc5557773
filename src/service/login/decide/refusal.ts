import type { LoginField } from "../page/page-facts.ts";
import { folded, REFUSAL } from "../page/words.ts";
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
function websiteError(signals: Signals): string | undefined {
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
function isRefusedByMarks({ before, after, given }: Signals): boolean {
  const known = new Set(before.facts.alerts);
  if (after.facts.alerts.some((text) => !known.has(text))) return true;
  const places = new Set(given.map(fieldPlace));
  const wrong = (fields: readonly LoginField[] = []): Set<string> =>
    new Set(fields.filter(({ invalid }) => invalid).map(fieldPlace));
  const alreadyWrong = wrong(before.facts.form?.fields);
  return [...wrong(after.facts.form?.fields)].some((place) => places.has(place) && !alreadyWrong.has(place));
}

/** Words of refusals in several languages; whole refusals of many more are in {@link REFUSAL}. */
const errorWords =
  /\b(?:error|errors|fail(?:ed|ure)?|invalid|incorrect|wrong|denied|refused|mismatch|expired|locked|blocked|disabled|rejected)\b|(?:not|n['’]t|unable to) (?:\w+ )?(?:match|valid|correct|find|found|recogni[sz]ed?|exist|log|sign|authenticat)|no (?:such )?(?:user|account)|try again|too many|please (?:enter|check) (?:the|a|your) (?:correct|valid)|falsch|ungültig|fehl(?:er|geschlagen)|nicht (?:gefunden|korrekt|gültig|erkannt|überein)|gesperrt|abgelaufen|erreur|incorrecte|invalide|échou|introuvable|incorrect[ao]|inválid|fall[oó]|errat[ao]|non valid|onjuist|ongeldig|間違|正しく|誤り|失敗|無効|エラー|错误|錯誤|不正确|失败|잘못|올바르지|неверн|ошибк/iu;

/** Maximum length of the error text of a website, in characters. */
const MAX_ERROR_CHARACTERS = 300;

/** True for a line that looks like a refusal. */
export function isErrorLine(line: string): boolean {
  return errorWords.test(line) || REFUSAL.test(folded(line));
}

/**
 * Error text among the lines that are new on a page: those with words of refusals, otherwise the first ones.
 * Undefined when there are no new lines.
 */
function errorText(lines: readonly string[]): string | undefined {
  const marked = lines.filter(isErrorLine);
  const chosen = marked.length > 0 ? marked.slice(0, 2) : lines.slice(0, 2);
  if (chosen.length === 0) return undefined;
  const text = [...chosen.join(" ")];
  return text.length > MAX_ERROR_CHARACTERS ? `${text.slice(0, MAX_ERROR_CHARACTERS - 1).join("")}…` : text.join("");
}
