import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { Store } from "./store.ts";

/**
 * `service`: the one in the state file, for everything; `invocation`: that of a running invocation, for its project.
 * Others come with the parts that need them.
 */
export type TokenKind = "service" | "api_key" | "invocation";

export interface TokenRow {
  id: string;
  kind: TokenKind;
  /** The project it is limited to; null for the organization. */
  project_id: string | null;
  session_id: string | null;
  /** The invocation whose process has it. */
  invocation_id: string | null;
  created_at: number;
  expires_at: number | null;
}

export interface NewToken {
  token: string;
  kind: TokenKind;
  projectId?: string;
  sessionId?: string;
  invocationId?: string;
  /** Milliseconds since 1970; never when omitted. */
  expiresAt?: number;
}

/** Bearer tokens by their SHA-256; the tokens themselves are never stored. */
export class TokenTable {
  readonly #store: Store;
  readonly #clock: Clock;
  /** Those that are over and could not be removed, because the disk is full. */
  readonly #over = new Set<string>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Adds a token and gives its record's id. */
  add(token: NewToken): string {
    const id = newId();
    this.#store.run(
      "INSERT INTO tokens (id, hash, kind, project_id, session_id, invocation_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      id,
      hash(token.token),
      token.kind,
      token.projectId ?? null,
      token.sessionId ?? null,
      token.invocationId ?? null,
      this.#clock.now(),
      token.expiresAt ?? null,
    );
    return id;
  }

  /** The record of a token that is valid now. The look-up is by hash, so its time says nothing about the token. */
  find(token: string): TokenRow | undefined {
    const wanted = hash(token);
    const row = this.#store.get<TokenRow & { hash: Uint8Array }>("SELECT * FROM tokens WHERE hash = ?", wanted);
    if (!row || !timingSafeEqual(row.hash, wanted)) return undefined;
    if (this.#over.has(row.id)) return undefined;
    if (row.expires_at !== null && row.expires_at <= this.#clock.now()) return undefined;
    return row;
  }

  /** Ends a token; it is valid no more even if this throws `disk_full`. */
  delete(id: string): void {
    this.#over.add(id);
    this.#store.run("DELETE FROM tokens WHERE id = ?", id);
    this.#over.delete(id);
  }

  /** Forgets the tokens of invocations: none runs when the service begins. */
  deleteInvocations(): void {
    this.#store.run("DELETE FROM tokens WHERE kind = 'invocation'");
  }

  /** Makes `token` the only one of the kind `service`. */
  setService(token: string): void {
    if (this.find(token)) return;
    this.#store.transaction(() => {
      this.#store.run("DELETE FROM tokens WHERE kind = 'service'");
      this.add({ token, kind: "service" });
    });
  }
}

function hash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
