import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { apiKeys, StoredApiKey } from "./api-key-table.ts";
import { earlierEnd } from "./key-grants.ts";

/**
 * Records which key made which. A key made by the start-up key has no maker, so that it stays when the state file, and
 * with it the start-up key, is replaced. No key ends later than its maker.
 */
export class KeyLineage {
  readonly #rows: Rows<typeof apiKeys>;

  constructor(rows: Rows<typeof apiKeys>) {
    this.#rows = rows;
  }

  /** True for a key that another one made, directly or through keys that it made. */
  isDescendant(key: StoredApiKey, ancestor: StoredApiKey): boolean {
    for (let makerId = key.makerId; makerId !== null; ) {
      if (makerId === ancestor.id) return true;
      makerId = this.#rows.ofOrganization().byId(makerId, "all")?.makerId ?? null;
    }
    return false;
  }

  /** Active keys that a key made, directly or through keys that it made. */
  descendants({ id }: StoredApiKey): StoredApiKey[] {
    return this.#children(id).flatMap((child) => [child, ...this.descendants(child)]);
  }

  /**
   * Checks that a key may change another. A key of the organization changes all keys; a key of one project changes
   * itself and the keys that it made. Throws a {@link ResourceError} `forbidden`.
   */
  checkManages(caller: StoredApiKey, key: StoredApiKey): void {
    if (caller.projectScope === null || caller.id === key.id || this.isDescendant(key, caller)) return;
    throw new ResourceError(
      "forbidden",
      `the calling key did not make the API key ${key.id}: a key of one project changes itself and the keys that it ` +
        "made; use a key of the organization",
    );
  }

  /** Maker recorded for the keys that a caller makes. */
  makerOf(caller: StoredApiKey): string | null {
    return caller.startUp ? null : caller.id;
  }

  /** Maker of the successor when a caller replaces a key, so that no key is its own ancestor. */
  makerOfSuccessor(caller: StoredApiKey, replaced: StoredApiKey): string | null {
    const own = caller.id === replaced.id || this.isDescendant(caller, replaced);
    return own ? replaced.makerId : this.makerOf(caller);
  }

  /**
   * Makes the successor the maker of the replaced key's keys; none of them may end later than the successor. Returns
   * the keys whose end became earlier.
   */
  handOver(replaced: StoredApiKey, successor: StoredApiKey): StoredApiKey[] {
    for (const child of this.#children(replaced.id)) this.#rows.update(child, { makerId: successor.id });
    return this.descendants(successor).filter((key) => {
      const expiresAt = earlierEnd(key.expiresAt, successor.expiresAt);
      if (expiresAt === key.expiresAt) return false;
      this.#rows.update(key, { expiresAt });
      return true;
    });
  }

  #children(makerId: string): StoredApiKey[] {
    return this.#rows.everywhere({ makerId, deletedAt: null });
  }
}
