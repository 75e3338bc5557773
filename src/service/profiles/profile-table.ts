import { integer, text, time } from "../store/column.ts";
import { type RowOf, table } from "../store/table.ts";

/** Format of a saved profile: a zstd archive, or legacy JSON (spec 4.12). */
export type ProfileFileKind = "tar.zst" | "json";

/** Profiles. `kind`, `file`, `bytes` and `sha256` are null until the profile is first saved. */
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
    /** SHA-256 of the file, in lower-case hex. */
    sha256: text().nullable(),
  },
  name: "name",
  unique: [["name"]],
  search: ["name"],
  searchIds: { id: "part" },
});

export type StoredProfile = RowOf<typeof profiles>;

/** File of a saved profile. */
export interface ProfileFile {
  kind: ProfileFileKind;
  file: string;
  bytes: number;
  sha256: string;
}

/** File of a profile; undefined for a profile that was never saved. */
export function savedFile({ kind, file, bytes, sha256 }: StoredProfile): ProfileFile | undefined {
  return kind === null || file === null ? undefined : { kind, file, bytes: bytes ?? 0, sha256: sha256 ?? "" };
}
