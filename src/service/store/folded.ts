/** Text to compare without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Version of {@link folded}: with another one the stored texts are made anew. */
export const FOLDING = 1;

/** Between the texts that one search looks through. */
const BETWEEN = "\n";

/** Texts of a row that a search looks through, as they are stored. */
export function searchText(texts: readonly unknown[]): string {
  return texts
    .filter((text) => typeof text === "string")
    .map(folded)
    .join(BETWEEN);
}
