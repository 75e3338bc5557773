/** Text to compare without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Version of {@link folded}: when it changes, the stored texts are computed again. */
export const FOLDING = 1;

/** Separator between the texts that one search covers. */
const BETWEEN = "\n";

/** Texts of a row that a search covers, as they are stored. */
export function searchText(texts: readonly unknown[]): string {
  return texts
    .filter((text) => typeof text === "string")
    .map(folded)
    .join(BETWEEN);
}
