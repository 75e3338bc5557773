import type { ProjectId } from "../store/project-id.ts";

/** Sender of a request: the owner of an API key or the process of an invocation. */
export interface Credential {
  readonly id: string;
  readonly kind: "api_key" | "invocation";
  /** Name of an API key; null for an invocation. */
  readonly name: string | null;
  /** The project it is limited to; null for the organization. */
  readonly projectId: ProjectId | null;
  /** The invocation whose process has it. */
  readonly invocationId: string | null;
}
