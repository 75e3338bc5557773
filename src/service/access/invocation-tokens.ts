import type { Clock } from "../clock.ts";
import { hash, text } from "../store/column.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Rows } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { type RowOf, table } from "../store/table.ts";
import { KeyWatch } from "./key-watch.ts";

/** Tokens of running invocations; only their SHA-256 is stored. */
export const invocationTokens = table("invocation_tokens", {
  noun: "token",
  scope: "organization",
  columns: {
    hash: hash(),
    /** Project that the token is limited to. */
    projectScope: text().fixed().references("projects"),
    invocationId: text().fixed(),
  },
});

export type InvocationToken = RowOf<typeof invocationTokens>;

/** Tokens of the processes of apps: each is limited to its project and ends with its invocation. */
export class InvocationTokens {
  readonly #rows: Rows<typeof invocationTokens>;
  /** Ended tokens that could not be removed, because the disk is full. */
  readonly #ended = new Set<string>();
  readonly #watch: KeyWatch;

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#rows = store.rows(invocationTokens);
    this.#watch = new KeyWatch(clock, (id) => this.validUntil(id));
  }

  add(facts: { token: string; projectScope: ProjectId; invocationId: string }): InvocationToken {
    const { token, ...own } = facts;
    return this.#rows.insert({ ...own, hash: token });
  }

  find(token: string): InvocationToken | undefined {
    const found = this.#rows.findBy("hash", token);
    return found && !this.#ended.has(found.id) ? found : undefined;
  }

  /** Infinite for the token of a running invocation; undefined for any other id. */
  validUntil(id: string): number | undefined {
    const isValid = this.#rows.ofOrganization().byId(id) !== undefined && !this.#ended.has(id);
    return isValid ? Number.POSITIVE_INFINITY : undefined;
  }

  /** Calls `end` once, when the invocation of a token has ended. Returns a function that stops the watch. */
  watch(id: string, end: () => void): () => void {
    return this.#watch.add(id, end);
  }

  /** Ends a token. It is invalid from then on, even if this throws `disk_full`. */
  delete(token: InvocationToken): void {
    this.#ended.add(token.id);
    this.#watch.changed(token.id);
    this.#rows.delete(token);
    this.#ended.delete(token.id);
  }

  /** Removes all of them: none is in use when the service starts. */
  clear(): void {
    this.#rows.deleteEverywhere({});
  }
}
