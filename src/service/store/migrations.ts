/**
 * The steps from an empty database to the present one; `PRAGMA user_version` counts the steps that were taken.
 * A step that has been released is never changed: a new one is added. Tables, columns and indexes that are merely added
 * need none: `reconcile` makes them, and an earlier program still opens the file.
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
  `
  CREATE TABLE deployments (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    app_name TEXT,
    version TEXT NOT NULL,
    status TEXT NOT NULL,
    status_reason TEXT,
    region TEXT NOT NULL,
    entrypoint TEXT NOT NULL,
    env TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    file TEXT,
    actions TEXT,
    version_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX deployments_by_app ON deployments (project_id, app_name, version);

  CREATE TABLE invocations (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    deployment_id TEXT NOT NULL,
    app_name TEXT NOT NULL,
    action_name TEXT NOT NULL,
    version TEXT NOT NULL,
    status TEXT NOT NULL,
    status_reason TEXT,
    payload TEXT,
    output TEXT,
    timeout_seconds INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER
  ) STRICT;

  CREATE INDEX invocations_by_project ON invocations (project_id, created_at);
  CREATE INDEX invocations_by_end ON invocations (finished_at);

  ALTER TABLE tokens ADD COLUMN invocation_id TEXT;
  `,
  // Rows carry their text to search in from here on; an earlier program would let it go stale, so it must not open this.
  "",
  // Tokens of invocations end with the service.
  `
  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    masked_key TEXT NOT NULL,
    project_scope TEXT REFERENCES projects (id),
    start_up INTEGER NOT NULL DEFAULT 0,
    creator_id TEXT NOT NULL,
    expires_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT;

  INSERT INTO api_keys
    SELECT id, CASE kind WHEN 'service' THEN 'start-up key' ELSE 'unnamed' END, hash, '...', project_id,
      kind = 'service', id, expires_at, created_at
    FROM tokens WHERE kind <> 'invocation';

  DROP TABLE tokens;
  `,
];
