import { integer, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Stored extensions. */
export const extensions = table("extensions", {
  noun: "extension",
  scope: "project",
  columns: {
    name: text().nullable().fixed(),
    bytes: integer().fixed(),
    /** Lower-case hex, of the archive as it was uploaded. */
    sha256: text().fixed(),
    lastUsedAt: time().nullable(),
  },
  name: "name",
  unique: [["name"]],
  search: ["name"],
});

export type StoredExtension = RowOf<typeof extensions>;
