PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
INSERT INTO meta VALUES('organization_id','q2i4jzvcx68bi1mqh5efbvrx');
CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    is_default INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
INSERT INTO projects VALUES('xy5gl3mxb0q9t9g0mz93x3r9','default','active',1,1769860800000,1769860800000);
CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    project_id TEXT REFERENCES projects (id),
    session_id TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
  , invocation_id TEXT) STRICT;
INSERT INTO tokens VALUES('zocebrhhoec1x5mjyy3t2vjx',X'784c8e01994654a577f492116789bb8d9153c8774836fc8cb6bfa2cc773ae549','service',NULL,NULL,1769860800000,NULL,NULL);
INSERT INTO tokens VALUES('o81ck8t83w82kiouoy82nme9',X'd2c0b88873cb876b3b1537bc22c7f24295a946e2f4b75f3df6276476e4c8662a','api_key','xy5gl3mxb0q9t9g0mz93x3r9',NULL,1769860800000,1769947200000,NULL);
CREATE TABLE browsers (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT,
    settings TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    end_reason TEXT
  ) STRICT;
INSERT INTO browsers VALUES('browser-ended','xy5gl3mxb0q9t9g0mz93x3r9','Café ended','{"headless":true,"stealth":false,"timeout_seconds":60,"viewport":{"width":800,"height":600},"telemetry":null,"region":"local","tags":{"team":"shop","odd.key\"":"x"},"profile":{"record":{"id":"profile1","name":"Zürich","created_at":"2026-01-31T12:00:00.000Z","updated_at":"2026-01-31T12:00:00.000Z"},"saveChanges":false}}',1769860800000,1769860800005,'it was deleted');
INSERT INTO browsers VALUES('browser-active','xy5gl3mxb0q9t9g0mz93x3r9','Café active','{"headless":true,"stealth":false,"timeout_seconds":60,"viewport":{"width":800,"height":600},"telemetry":null,"region":"local","tags":{"team":"shop","odd.key\"":"x"},"profile":{"record":{"id":"profile1","name":"Zürich","created_at":"2026-01-31T12:00:00.000Z","updated_at":"2026-01-31T12:00:00.000Z"},"saveChanges":false}}',1769860800000,NULL,NULL);
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
INSERT INTO profiles VALUES('profile1','xy5gl3mxb0q9t9g0mz93x3r9','Zürich',1769860800000,1769860800007,NULL,'tar.zst','profile1.tar.zst',12,'abababababababababababababababababababababababababababababababab');
INSERT INTO profiles VALUES('profile2','xy5gl3mxb0q9t9g0mz93x3r9',NULL,1769860800000,1769860800000,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE extensions (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT;
INSERT INTO extensions VALUES('extension1','xy5gl3mxb0q9t9g0mz93x3r9','Blocker',5,'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',1769860800000,1769860800009);
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
INSERT INTO deployments VALUES('deployment1','xy5gl3mxb0q9t9g0mz93x3r9','shop','latest','running',NULL,'aws.us-east-1a','app.ts','{"A":"it''s"}','efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef','source/app.js','[{"name":"buy"}]','version1',1769860800000,1769860800000);
INSERT INTO deployments VALUES('deployment2','xy5gl3mxb0q9t9g0mz93x3r9',NULL,'latest','queued',NULL,'aws.us-east-1a','app.ts','{"A":"it''s"}','efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef',NULL,'[]',NULL,1769860800000,1769860800000);
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
INSERT INTO invocations VALUES('invocation1','xy5gl3mxb0q9t9g0mz93x3r9','deployment1','shop','buy','latest','succeeded',NULL,'{"n":1}','42',100,1769860800000,1769860800000,1769860800011);
INSERT INTO invocations VALUES('invocation2','xy5gl3mxb0q9t9g0mz93x3r9','deployment1','shop','buy','latest','queued',NULL,'{"n":1}',NULL,100,1769860800000,1769860800000,NULL);
CREATE INDEX browsers_by_project ON browsers (project_id, created_at);
CREATE INDEX browsers_by_end ON browsers (deleted_at);
CREATE UNIQUE INDEX profiles_by_name ON profiles (project_id, name);
CREATE UNIQUE INDEX extensions_by_name ON extensions (project_id, name);
CREATE INDEX deployments_by_app ON deployments (project_id, app_name, version);
CREATE INDEX invocations_by_project ON invocations (project_id, created_at);
CREATE INDEX invocations_by_end ON invocations (finished_at);
COMMIT;
PRAGMA user_version = 4;
