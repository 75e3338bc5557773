import type { ApiKeys } from "./api-keys.ts";
import type { InvocationTokens } from "./invocation-tokens.ts";

/** Lifetimes of credentials, by their ids. */
export interface Lifetimes {
  /** Milliseconds since 1970 until which a credential is valid; undefined when it is not valid now. */
  validUntil(id: string): number | undefined;
  /** Calls `end` once, when a credential is no longer valid. Returns a function that stops the watch. */
  watch(id: string, end: () => void): () => void;
}

/** Lifetimes of API keys and tokens of invocations: pages and streams that were opened with one end with it. */
export class CredentialEnds implements Lifetimes {
  readonly #apiKeys: Lifetimes;
  readonly #invocationTokens: Lifetimes;

  constructor({ apiKeys, invocationTokens }: { apiKeys: ApiKeys; invocationTokens: InvocationTokens }) {
    this.#apiKeys = apiKeys;
    this.#invocationTokens = invocationTokens;
  }

  validUntil(id: string): number | undefined {
    return this.#of(id).validUntil(id);
  }

  watch(id: string, end: () => void): () => void {
    return this.#of(id).watch(id, end);
  }

  #of(id: string): Lifetimes {
    return this.#invocationTokens.validUntil(id) === undefined ? this.#apiKeys : this.#invocationTokens;
  }
}
