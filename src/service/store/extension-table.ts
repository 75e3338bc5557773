import type { Store } from "./store.ts";

/** A stored extension as it is kept. Times are milliseconds since 1970. */
export interface StoredExtension {
  id: string;
  projectId: string;
  name: string | null;
  bytes: number;
  /** Lower-case hex, of the archive as it was uploaded. */
  sha256: string;
  createdAt: number;
  lastUsedAt: number | null;
}

interface Row {
  id: string;
  project_id: string;
  name: string | null;
  bytes: number;
  sha256: string;
  created_at: number;
  last_used_at: number | null;
}

/** Stored extensions of all projects. */
export class ExtensionTable {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  insert({ id, projectId, name, bytes, sha256, createdAt }: StoredExtension): void {
    this.#store.run(
      "INSERT INTO extensions (id, project_id, name, bytes, sha256, created_at) VALUES (?, ?, ?, ?, ?, ?)",
      id,
      projectId,
      name,
      bytes,
      sha256,
      createdAt,
    );
  }

  touch(id: string, now: number): void {
    this.#store.run("UPDATE extensions SET last_used_at = ? WHERE id = ?", now, id);
  }

  delete(id: string): void {
    this.#store.run("DELETE FROM extensions WHERE id = ?", id);
  }

  /** By id, else by exact name. */
  find(projectId: string, idOrName: string): StoredExtension | undefined {
    const row =
      this.#store.get<Row>("SELECT * FROM extensions WHERE project_id = ? AND id = ?", projectId, idOrName) ??
      this.#store.get<Row>("SELECT * FROM extensions WHERE project_id = ? AND name = ?", projectId, idOrName);
    return row && extension(row);
  }

  /** Extensions of a project, the newest first. */
  list(projectId: string): StoredExtension[] {
    return this.#store
      .all<Row>("SELECT * FROM extensions WHERE project_id = ? ORDER BY created_at DESC, rowid DESC", projectId)
      .map(extension);
  }

  all(): StoredExtension[] {
    return this.#store.all<Row>("SELECT * FROM extensions").map(extension);
  }
}

function extension(row: Row): StoredExtension {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    bytes: row.bytes,
    sha256: row.sha256,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
