import type { Clock } from "../clock.ts";
import { hash, text, time } from "./column.ts";
import type { Rows } from "./rows.ts";
import type { Store } from "./store.ts";
import { type NewRowOf, type RowOf, table } from "./table.ts";

/**
 * `service`: the one in the state file, for everything; `invocation`: that of a running invocation, for its project.
 */
export type TokenKind = "service" | "api_key" | "invocation";

export const tokens = table("tokens", {
  noun: "token",
  scope: "organization",
  columns: {
    hash: hash(),
    kind: text<TokenKind>().fixed(),
    /** The project it is limited to; null for the organization. */
    projectId: text().nullable().fixed().references("projects"),
    sessionId: text().nullable().fixed(),
    /** The invocation whose process has it. */
    invocationId: text().nullable().fixed(),
    expiresAt: time().nullable(),
  },
});

export type Token = RowOf<typeof tokens>;
export type NewToken = Omit<NewRowOf<typeof tokens>, "id" | "createdAt" | "hash"> & { token: string };

/** Bearer tokens by their SHA-256; the tokens themselves are never stored. */
export class Tokens {
  readonly #store: Store;
  readonly #rows: Rows<typeof tokens>;
  readonly #clock: Clock;
  /** Those that are over and could not be removed, because the disk is full. */
  readonly #over = new Set<string>();

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#store = store;
    this.#rows = store.rows(tokens);
    this.#clock = clock;
  }

  add({ token, ...facts }: NewToken): Token {
    return this.#rows.insert({ ...facts, hash: token });
  }

  /** The record of a token that is valid now. The look-up is by hash, so its time says nothing about the token. */
  find(token: string): Token | undefined {
    const found = this.#rows.findBy("hash", token);
    if (!found || this.#over.has(found.id)) return undefined;
    return found.expiresAt !== null && found.expiresAt <= this.#clock.now() ? undefined : found;
  }

  /** Ends a token; it is valid no more even if this throws `disk_full`. */
  delete(token: Token): void {
    this.#over.add(token.id);
    this.#rows.delete(token);
    this.#over.delete(token.id);
  }

  /** Forgets the tokens of invocations: none runs when the service begins. */
  deleteInvocations(): void {
    this.#rows.deleteEverywhere({ kind: "invocation" });
  }

  /** Makes `token` the only one of the kind `service`. */
  setService(token: string): void {
    if (this.find(token)) return;
    this.#store.transaction(() => {
      this.#rows.deleteEverywhere({ kind: "service" });
      this.add({ token, kind: "service" });
    });
  }
}
