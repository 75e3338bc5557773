import { integer, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Stored extensions. */
export const extensions = table("extensions", {
  noun: "extension",
  scope: "project",
  columns: {
    name: text().nullable().fixed(),
    bytes: integer().fixed(),
    /** SHA-256 of the uploaded archive, in lower-case hex. */
    sha256: text().fixed(),
    lastUsedAt: time().nullable(),
  },
  name: "name",
  unique: [["name"]],
  search: ["name"],
});

export type StoredExtension = RowOf<typeof extensions>;
