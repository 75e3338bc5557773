import { hash, X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SessionError } from "../sessions/session-errors.ts";

/** Message `trust { trust_type: TRUSTED }` of Chromium's server_certificate_database.proto. */
const TRUSTED = Buffer.of(0x0a, 0x02, 0x08, 0x03);

/** Database in which Chromium keeps the certificates that its user trusts, in the form of version 1. */
const SCHEMA = `
  CREATE TABLE meta(key LONGVARCHAR NOT NULL UNIQUE PRIMARY KEY, value LONGVARCHAR);
  INSERT INTO meta VALUES ('version', '1'), ('last_compatible_version', '1');
  CREATE TABLE certificates(sha256hash_hex TEXT PRIMARY KEY, der_cert BLOB NOT NULL, trust_settings BLOB NOT NULL);`;

/**
 * Adds certificates to those that the browser of a profile directory trusts, and returns a function that removes them
 * again. The browser must not run. assumed: Chromium's own database, because a flag can only ignore errors, a policy
 * needs the machine's administrator, and the authorities in the user's home apply to all sessions.
 *
 * Throws a {@link SessionError} for a database whose format this Chromium has changed.
 */
export async function trustAuthorities(
  userDataDir: string,
  authorities: readonly X509Certificate[],
): Promise<() => void> {
  const directory = join(userDataDir, "Default");
  const path = join(directory, "ServerCertificate");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(path);
  const added: string[] = [];
  withDatabase(path, (database) => {
    if (isNew) database.exec(SCHEMA);
    const insert = database.prepare("INSERT OR IGNORE INTO certificates VALUES (?, ?, ?)");
    for (const { raw } of authorities) {
      const id = hash("sha256", raw, "hex");
      if (insert.run(id, raw, TRUSTED).changes > 0) added.push(id);
    }
  });
  if (isNew) await chmod(path, 0o600);
  return () => {
    // A new profile has replaced the directory.
    if (!existsSync(path)) return;
    withDatabase(path, (database) => {
      const remove = database.prepare("DELETE FROM certificates WHERE sha256hash_hex = ?");
      for (const id of added) remove.run(id);
    });
  };
}

function withDatabase(path: string, work: (database: DatabaseSync) => void): void {
  try {
    const database = new DatabaseSync(path);
    try {
      work(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new SessionError("browser-not-started", `the browser cannot be told to trust the CA bundle: ${reason}`, {
      cause,
    });
  }
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/**
 * Certificates of a PEM bundle, in order. Text between the blocks is a comment. Throws an Error with the reason for a
 * bundle without a certificate, with an unreadable certificate, or with other blocks than certificates.
 */
export function readAuthorities(pem: string): X509Certificate[] {
  const blocks = [...pem.matchAll(BLOCK)].map(([text, label = ""]) => ({ text, label }));
  if (blocks.length === 0) throw new Error("must be certificates in PEM: it has no -----BEGIN CERTIFICATE-----");
  return blocks.map(({ text, label }, at) => {
    if (label !== "CERTIFICATE") throw new Error(`must have certificates only, not a ${label}`);
    try {
      return new X509Certificate(text);
    } catch {
      throw new Error(`certificate ${at + 1} of ${blocks.length} cannot be read`);
    }
  });
}
