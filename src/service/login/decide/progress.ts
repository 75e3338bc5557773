import { askedFields, hasMoved, newLines, storedChange } from "./page-changes.ts";
import { isRefused } from "./refusal.ts";
import type { Signals, Verdict } from "./signals.ts";
import { addsCode } from "./verdict.ts";

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
  if (addsCode(signals)) return "again";
  const isAlone = asked.every((field) => field.kind === "password") && given.some((field) => field.kind === "password");
  const isOther = hasMoved(before.facts, after.facts) && storedChange(before.evidence, after.evidence) === "session";
  const isSaid = newLines(before.facts, after.facts).some((line) => againWords.test(line));
  return isAlone && isOther && isSaid && !isRefused(signals) ? "again" : undefined;
}
