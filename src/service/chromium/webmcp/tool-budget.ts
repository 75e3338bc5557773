import { jsonSize } from "../../../core/json-size.ts";

/** Maximum number of tools of a list, and of bytes of their definitions as JSON. */
export const MAX_TOOLS = 1_000;
export const MAX_DEFINITIONS_BYTES = 4 * 2 ** 20;

/** Maximum size of the definitions that are read, in bytes: those of several documents, so that one takes no room of others. */
const MAX_READ_BYTES = 16 * MAX_DEFINITIONS_BYTES;
/** Maximum number of values in them. */
const MAX_READ_VALUES = 500_000;

/** Room for definitions in bytes and values; by default that of all documents of a browser while they are read. */
export class ToolBudget {
  #bytes: number;
  #values = MAX_READ_VALUES;

  constructor(bytes = MAX_READ_BYTES) {
    this.#bytes = bytes;
  }

  /** Takes room for a text; false where there is too little. */
  take(text: string): boolean {
    const size = Buffer.byteLength(text);
    if (size > this.#bytes) return false;
    const { values } = jsonSize(text);
    if (values > this.#values) return false;
    this.#bytes -= size;
    this.#values -= values;
    return true;
  }
}

/**
 * Divides a total among those that need a part of it: a small need is met whole, and the others get equal shares. Returns the
 * shares in the order of the needs.
 */
export function fairShares(needs: readonly number[], total: number): number[] {
  const shares = needs.map(() => 0);
  let left = total;
  const ascending = [...needs.entries()].sort(([, a], [, b]) => a - b);
  for (const [rank, [at, need]] of ascending.entries()) {
    const share = Math.min(need, Math.floor(left / (needs.length - rank)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}
