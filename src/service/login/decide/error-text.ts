import { folded, REFUSAL } from "../page/words.ts";

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
export function errorText(lines: readonly string[]): string | undefined {
  const marked = lines.filter(isErrorLine);
  const chosen = marked.length > 0 ? marked.slice(0, 2) : lines.slice(0, 2);
  if (chosen.length === 0) return undefined;
  const text = [...chosen.join(" ")];
  return text.length > MAX_ERROR_CHARACTERS ? `${text.slice(0, MAX_ERROR_CHARACTERS - 1).join("")}…` : text.join("");
}
