/**
 * The steps from an empty database to the present one; `PRAGMA user_version` counts the steps that were taken.
 * A step that has been released is never changed: a new one is added.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    is_default INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    project_id TEXT REFERENCES projects (id),
    session_id TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  ) STRICT;

  CREATE TABLE browsers (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT,
    settings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    end_reason TEXT
  ) STRICT;

  CREATE INDEX browsers_by_project ON browsers (project_id, created_at);
  CREATE INDEX browsers_by_end ON browsers (deleted_at);
  `,
  `
  CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_used_at INTEGER,
    kind TEXT,
    file TEXT,
    bytes INTEGER,
    sha256 TEXT
  ) STRICT;

  CREATE UNIQUE INDEX profiles_by_name ON profiles (project_id, name);
  `,
  `
  CREATE TABLE extensions (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT;

  CREATE UNIQUE INDEX extensions_by_name ON extensions (project_id, name);
  `,
];
