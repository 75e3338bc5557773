import { closest, distance } from "fastest-levenshtein";

/** The known word nearest to `word`, where one is near enough to suggest. */
export function suggestion(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0 || word.length < 2) return undefined;
  const prefixed = known.filter((candidate) => word.length >= 3 && candidate.startsWith(word));
  if (prefixed.length === 1) return prefixed[0];
  const best = closest(word, known as string[]);
  const steps = distance(word, best);
  // Two letters that changed places count as two steps, and are the most common slip of all.
  const swapped = steps === 2 && [...word].sort().join("") === [...best].sort().join("");
  return swapped || steps <= Math.max(1, Math.floor(Math.max(word.length, best.length) / 3)) ? best : undefined;
}

/** `; did you mean X?`, or nothing. */
export function didYouMean(word: string, known: readonly string[], show = (match: string) => match): string {
  const match = suggestion(word, known);
  return match === undefined ? "" : `; did you mean ${show(match)}?`;
}
