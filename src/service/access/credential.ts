import type { ProjectId } from "../store/project-id.ts";

/** Sender of a request: the owner of an API key, the process of an invocation, or the page of a login. */
export interface Credential {
  readonly id: string;
  readonly kind: "api_key" | "invocation" | "login_flow";
  /** Name of an API key; null for the others. */
  readonly name: string | null;
  /** The project it is limited to; null for the organization. */
  readonly projectId: ProjectId | null;
  /** The invocation whose process has it. */
  readonly invocationId: string | null;
  /** The auth connection whose login it is for; it reaches nothing else. */
  readonly connectionId: string | null;
}
