interface Named {
  readonly id: string;
  readonly name: string | null;
}

/**
 * Those of a list that a `name` or a `query` asks for (contract 0.17): the whole name, or a part of it or the whole id;
 * neither case nor accents count.
 */
export function named<T extends Named>(items: readonly T[], { name, query }: { name?: string; query?: string }): T[] {
  const wanted = name === undefined ? undefined : folded(name);
  const part = query === undefined ? undefined : folded(query);
  return items.filter(
    (item) =>
      (wanted === undefined || (item.name !== null && folded(item.name) === wanted)) &&
      (part === undefined || item.id === query || (item.name !== null && folded(item.name).includes(part))),
  );
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
