import { createHash, randomBytes } from "node:crypto";
import { newId } from "../ids.ts";
import type { ProjectId } from "../store/project-id.ts";

/** Bearer token of one login. */
export interface LoginToken {
  readonly id: string;
  /** Project of the connection. */
  readonly projectId: ProjectId;
  readonly connectionId: string;
  /** Id of the API key or the token of an invocation that the login's link was made with. */
  readonly keyId: string;
}

/**
 * Bearer tokens of logins, each for one auth connection and valid until its login ends. assumed: kept in memory, because a
 * login does not outlive the service.
 */
export class LoginTokens {
  /** Tokens by their SHA-256. */
  readonly #tokens = new Map<string, LoginToken>();

  /** Issues a token that ends when the signal is aborted. */
  issue(login: Omit<LoginToken, "id">, over: AbortSignal): string {
    over.throwIfAborted();
    const { projectId, connectionId, keyId } = login;
    const token = randomBytes(32).toString("base64url");
    const hash = hashOf(token);
    this.#tokens.set(hash, { id: newId(), projectId, connectionId, keyId });
    over.addEventListener("abort", () => this.#tokens.delete(hash), { once: true });
    return token;
  }

  find(token: string): LoginToken | undefined {
    return this.#tokens.get(hashOf(token));
  }
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64");
}
