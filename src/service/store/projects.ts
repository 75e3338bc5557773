import type { Clock } from "../clock.ts";
import { flag, text, time } from "./column.ts";
import type { Rows } from "./rows.ts";
import type { Store } from "./store.ts";
import { type RowOf, table } from "./table.ts";

export const projects = table("projects", {
  noun: "project",
  scope: "organization",
  columns: {
    name: text(),
    status: text<"active" | "archived">(),
    isDefault: flag(),
    updatedAt: time(),
  },
  name: "name",
  unique: [["name"]],
  search: ["name"],
});

export type Project = RowOf<typeof projects>;

/** The projects of the one organization. There is always a default one (contract 0.4 rule 2). */
export class Projects {
  readonly #rows: Rows<typeof projects>;

  constructor({ store, clock }: { store: Store; clock: Clock }) {
    this.#rows = store.rows(projects);
    if (this.#rows.ofOrganization().first({ isDefault: true })) return;
    const createdAt = clock.now();
    this.#rows.insert({ name: "default", status: "active", isDefault: true, createdAt, updatedAt: createdAt });
  }

  /** The project of requests without a project header. */
  default(): Project {
    const project = this.#rows.ofOrganization().first({ isDefault: true });
    if (!project) throw new Error("the state database has no default project");
    return project;
  }

  byId(id: string): Project | undefined {
    return this.#rows.ofOrganization().byId(id);
  }

  /** By id, else by exact name. */
  find(idOrName: string): Project | undefined {
    return this.#rows.ofOrganization().find(idOrName);
  }
}
