import type { ProjectId } from "../store/project-id.ts";

/** Sender of a request: the owner of an API key, the process of an invocation, or the page of a login. */
export interface Credential {
  readonly id: string;
  readonly kind: "api_key" | "invocation" | "login_flow";
  /** Name of an API key; null for the others. */
  readonly name: string | null;
  /**
   * Id of the API key or the token of an invocation that the credential is, or was made with. What is opened with it ends
   * with that one.
   */
  readonly keyId: string;
  /** Project that the sender is limited to; null for the whole organization. */
  readonly projectId: ProjectId | null;
  /** Invocation whose process is the sender; null for the others. */
  readonly invocationId: string | null;
  /** Auth connection whose login is the sender, which reaches nothing else; null for the others. */
  readonly connectionId: string | null;
}
