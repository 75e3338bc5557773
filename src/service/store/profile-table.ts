import type { Store } from "./store.ts";

/** What is stored of a profile, and how: current ones are zstd archives, legacy ones JSON (spec 4.12). */
export interface StoredFile {
  kind: "tar.zst" | "json";
  /** Name of the file in the folder of profiles. */
  file: string;
  bytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** A profile as it is kept. Times are milliseconds since 1970. */
export interface StoredProfile {
  id: string;
  projectId: string;
  name: string | null;
  createdAt: number;
  updatedAt: number;
  lastUsedAt: number | null;
  /** Absent until it is saved for the first time. */
  saved: StoredFile | undefined;
}

interface Row {
  id: string;
  project_id: string;
  name: string | null;
  created_at: number;
  updated_at: number;
  last_used_at: number | null;
  kind: StoredFile["kind"] | null;
  file: string | null;
  bytes: number | null;
  sha256: string | null;
}

/** Profiles of all projects. */
export class ProfileTable {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert({ id, projectId, name, createdAt, updatedAt }: StoredProfile): void {
    this.#store.run(
      "INSERT INTO profiles (id, project_id, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
      id,
      projectId,
      name,
      createdAt,
      updatedAt,
    );
  }

  rename(id: string, name: string, now: number): void {
    this.#store.run("UPDATE profiles SET name = ?, updated_at = ? WHERE id = ?", name, now, id);
  }

  touch(id: string, now: number): void {
    this.#store.run("UPDATE profiles SET last_used_at = ? WHERE id = ?", now, id);
  }

  /** Notes what is stored now. False when the profile is gone. */
  setSaved(id: string, saved: StoredFile, now: number): boolean {
    const { kind, file, bytes, sha256 } = saved;
    const sql = "UPDATE profiles SET kind = ?, file = ?, bytes = ?, sha256 = ?, updated_at = ? WHERE id = ?";
    return this.#store.run(sql, kind, file, bytes, sha256, now, id) > 0;
  }

  /** Forgets what was stored: its file is gone. */
  unsetSaved(id: string): void {
    this.#store.run("UPDATE profiles SET kind = NULL, file = NULL, bytes = NULL, sha256 = NULL WHERE id = ?", id);
  }

  delete(id: string): void {
    this.#store.run("DELETE FROM profiles WHERE id = ?", id);
  }

  /** By id, else by exact name. */
  find(projectId: string, idOrName: string): StoredProfile | undefined {
    const row =
      this.#store.get<Row>("SELECT * FROM profiles WHERE project_id = ? AND id = ?", projectId, idOrName) ??
      this.#store.get<Row>("SELECT * FROM profiles WHERE project_id = ? AND name = ?", projectId, idOrName);
    return row && profile(row);
  }

  /** Profiles of a project, the newest first. */
  list(projectId: string): StoredProfile[] {
    return this.#store
      .all<Row>("SELECT * FROM profiles WHERE project_id = ? ORDER BY created_at DESC, rowid DESC", projectId)
      .map(profile);
  }

  all(): StoredProfile[] {
    return this.#store.all<Row>("SELECT * FROM profiles").map(profile);
  }
}

function profile(row: Row): StoredProfile {
  const { kind, file, bytes, sha256 } = row;
  const saved = kind !== null && file !== null ? { kind, file, bytes: bytes ?? 0, sha256: sha256 ?? "" } : undefined;
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastUsedAt: row.last_used_at,
    saved,
  };
}
