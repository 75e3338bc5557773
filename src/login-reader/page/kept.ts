/**
 * Value that stays in the isolated world of a page, for all readings of it; the first reading creates it. Only an own
 * property of the world counts, because a page can give an element any other name of `globalThis`.
 */
export function kept<T>(name: string, make: () => T): T {
  if (!Object.hasOwn(globalThis, name)) Object.defineProperty(globalThis, name, { value: make() });
  return (globalThis as unknown as Record<string, T>)[name] as T;
}
