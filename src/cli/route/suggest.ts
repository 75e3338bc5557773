import { closest, distance } from "fastest-levenshtein";

/** The known word nearest to `word`, if it is near enough to suggest. */
export function suggestion(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || word.length < 2) return undefined;
  const prefixed = known.filter((candidate) => word.length >= 3 && candidate.startsWith(word));
  if (prefixed.length === 1) return prefixed[0];
  // Two swapped letters count as two edits, but are the most common typing error.
  const swapped = known.find((candidate) => isSwapped(word, candidate));
  if (swapped !== undefined) return swapped;
  const best = closest(word, known as string[]);
  return distance(word, best) <= Math.max(1, Math.floor(Math.max(word.length, best.length) / 3)) ? best : undefined;
}

function isSwapped(word: string, candidate: string): boolean {
  if (word.length !== candidate.length || distance(word, candidate) !== 2) return false;
  return [...word].sort().join("") === [...candidate].sort().join("");
}

/** `; did you mean X?`, or nothing. */
export function didYouMean(word: string, known: readonly string[], show = (match: string) => match): string {
  const match = suggestion(word, known);
  return match === undefined ? "" : `; did you mean ${show(match)}?`;
}
