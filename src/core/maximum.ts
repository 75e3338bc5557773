/**
 * Greatest of the numbers of items, at least 0. For lists from outside: a call such as `Math.max(...list)` throws for about
 * 120,000 arguments.
 */
export function maximum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((most, item) => Math.max(most, numberOf(item)), 0);
}
