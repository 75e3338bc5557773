/**
 * Facts by word. A word from outside that is none of them has no fact, nor does one that every object of JavaScript has,
 * such as `constructor`.
 */
export function table<T>(facts: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(facts));
}
