import { integer, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** The form of a saved profile: current ones are zstd archives, legacy ones JSON (spec 4.12). */
export type ProfileFileKind = "tar.zst" | "json";

/** Profiles. `kind`, `file`, `bytes` and `sha256` are absent until one is saved for the first time. */
export const profiles = table("profiles", {
  noun: "profile",
  scope: "project",
  columns: {
    name: text().nullable(),
    updatedAt: time(),
    lastUsedAt: time().nullable(),
    kind: text<ProfileFileKind>().nullable(),
    /** Name of the file in the directory of profiles. */
    file: text().nullable(),
    bytes: integer().nullable(),
    /** Lower-case hex. */
    sha256: text().nullable(),
  },
  name: "name",
  unique: [["name"]],
  search: ["name"],
});

export type StoredProfile = RowOf<typeof profiles>;

/** The file of a saved profile. */
export interface ProfileFile {
  kind: ProfileFileKind;
  file: string;
  bytes: number;
  sha256: string;
}

/** The file of a profile; undefined for one that was never saved. */
export function savedFile({ kind, file, bytes, sha256 }: StoredProfile): ProfileFile | undefined {
  return kind === null || file === null ? undefined : { kind, file, bytes: bytes ?? 0, sha256: sha256 ?? "" };
}
