import { hash, text } from "../store/column.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Rows } from "../store/rows.ts";
import type { Store } from "../store/store.ts";
import { type RowOf, table } from "../store/table.ts";

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

  constructor({ store }: { store: Store }) {
    this.#rows = store.rows(invocationTokens);
  }

  add(facts: { token: string; projectScope: ProjectId; invocationId: string }): InvocationToken {
    const { token, ...own } = facts;
    return this.#rows.insert({ ...own, hash: token });
  }

  find(token: string): InvocationToken | undefined {
    const found = this.#rows.findBy("hash", token);
    return found && !this.#ended.has(found.id) ? found : undefined;
  }

  /** Ends a token. It is invalid from then on, even if this throws `disk_full`. */
  delete(token: InvocationToken): void {
    this.#ended.add(token.id);
    this.#rows.delete(token);
    this.#ended.delete(token.id);
  }

  /** Removes all of them: none is in use when the service starts. */
  clear(): void {
    this.#rows.deleteEverywhere({});
  }
}
