import { flag, integer, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Projects of the organization. Deleted projects are kept, because ended resources in them still refer to them. */
export const projects = table("projects", {
  noun: "project",
  scope: "organization",
  columns: {
    name: text(),
    status: text<"active" | "archived">(),
    isDefault: flag().fixed(),
    /** Limits of the project itself; null for none. */
    maxConcurrentSessions: integer().nullable(),
    maxConcurrentInvocations: integer().nullable(),
    updatedAt: time(),
    deletedAt: time().nullable(),
  },
  name: "name",
  unique: [["name"]],
  search: ["name"],
  deletedAt: "deletedAt",
});

export type Project = RowOf<typeof projects>;
