/**
 * Text in the form that words are compared in: lower case, without accents of Latin and Greek letters, and with single
 * spaces.
 */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\p{Script=Latin}\p{Script=Greek}]\p{Mn}+/gu, (letters) => letters.replace(/\p{Mn}/gu, ""))
    .normalize("NFC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** Letters of scripts without spaces between words, or with endings that join the word before them. */
const joined = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/**
 * Pattern that finds one of the folded phrases as whole words; in the middle of a text for a script without spaces.
 *
 * @param place `whole` for texts that are nothing but the phrase, and marks around it
 */
export function phrasePattern(phrases: readonly string[], place: "within" | "whole" = "within", flags = "u"): RegExp {
  const either = (of: readonly string[]): string =>
    of.map((phrase) => phrase.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  if (place === "whole") return new RegExp(`^[^\\p{L}\\p{N}]*(?:${either(phrases)})[^\\p{L}\\p{M}\\p{N}]*$`, flags);
  const free = phrases.filter((phrase) => joined.test(phrase));
  const bounded = phrases.filter((phrase) => !joined.test(phrase));
  const parts = [
    ...(bounded.length > 0 ? [`(?<![\\p{L}\\p{M}\\p{N}])(?:${either(bounded)})(?![\\p{L}\\p{M}\\p{N}])`] : []),
    ...(free.length > 0 ? [either(free)] : []),
  ];
  return new RegExp(parts.join("|") || "(?!)", flags);
}
