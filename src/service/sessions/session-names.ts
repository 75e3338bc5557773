import type { ProjectId } from "../store/project-id.ts";
import { nameTaken } from "./session-errors.ts";

/** Names of active and starting sessions, per project. */
export class SessionNames {
  /** Session id by name. */
  readonly #holders = new Map<string, string>();

  /** Reserves a name. Throws a {@link SessionError} `name-taken`. Returns a function that releases the name. */
  take(projectId: ProjectId, name: string | null, id: string): () => void {
    if (name === null) return () => {};
    this.check(projectId, name, id);
    const key = nameKey(projectId, name);
    this.#holders.set(key, id);
    return () => {
      if (this.#holders.get(key) === id) this.#holders.delete(key);
    };
  }

  /** Throws a {@link SessionError} `name-taken` for a name of a session other than the one with this id. */
  check(projectId: ProjectId, name: string | null, id: string): void {
    if (name === null) return;
    const holder = this.holder(projectId, name);
    if (holder !== undefined && holder !== id) throw nameTaken(name, holder);
  }

  drop({ projectId, name }: { projectId: ProjectId; name: string | null }): void {
    if (name !== null) this.#holders.delete(nameKey(projectId, name));
  }

  holder(projectId: ProjectId, name: string): string | undefined {
    return this.#holders.get(nameKey(projectId, name));
  }
}

function nameKey(projectId: ProjectId, name: string): string {
  return `${projectId}\0${name}`;
}
