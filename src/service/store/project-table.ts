import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { Store } from "./store.ts";

export interface ProjectRow {
  id: string;
  name: string;
  status: string;
  is_default: number;
  created_at: number;
  updated_at: number;
}

/** The projects of the one organization. There is always a default one (contract 0.4 rule 2). */
export class ProjectTable {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  ensureDefault(): void {
    if (this.#store.get("SELECT id FROM projects WHERE is_default = 1")) return;
    const now = this.#clock.now();
    this.#store.run("INSERT INTO projects VALUES (?, ?, ?, ?, ?, ?)", newId(), "default", "active", 1, now, now);
  }

  /** The project that requests without a project header use. */
  default(): ProjectRow {
    const row = this.#store.get<ProjectRow>("SELECT * FROM projects WHERE is_default = 1");
    if (!row) throw new Error("the state database has no default project");
    return row;
  }

  byId(id: string): ProjectRow | undefined {
    return this.#store.get<ProjectRow>("SELECT * FROM projects WHERE id = ?", id);
  }

  /** By id, else by exact name. */
  byIdOrName(idOrName: string): ProjectRow | undefined {
    return this.byId(idOrName) ?? this.#store.get<ProjectRow>("SELECT * FROM projects WHERE name = ?", idOrName);
  }
}
