import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError, fileError } from "../core/errors.ts";
import { table } from "../core/table.ts";
import { type BrowserName, cookieFile, type Machine } from "./browsers.ts";
import { cookieKeys, decrypted, versionOf } from "./cookie-key.ts";

/** Cookie in the form of storage state; a domain without a leading dot is one host, and -1 ends with the session. */
export interface LocalCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly expires: number;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite?: "Strict" | "Lax" | "None";
}

/** Cookies of a profile, and how many were left out, by the reason. */
export interface LocalCookies {
  readonly cookies: readonly LocalCookie[];
  readonly leftOut: ReadonlyMap<string, number>;
}

export interface ReadOptions extends Machine {
  readonly browser: BrowserName;
  /** Directory of the profile. */
  readonly profile: string;
  /** Directory for the copy of the database, which the browser may have locked. */
  readonly scratch: string;
  /** Domains whose cookies are read, with their subdomains; all when empty. */
  readonly domains: readonly string[];
  readonly signal: AbortSignal;
  now(): number;
}

interface Row {
  host_key: string;
  name: string;
  value: string;
  encrypted_value: Uint8Array;
  path: string;
  expires_utc: bigint;
  is_secure: bigint;
  is_httponly: bigint;
  has_expires: bigint;
  samesite: bigint;
  top_frame_site_key?: string;
}

/** Seconds between 1601, where the times of Chromium begin, and 1970. */
const EPOCH_SECONDS = 11_644_473_600;
const MICROSECONDS = 1_000_000;

/** Values of SameSite in the database (Chromium, cookie_constants.h). */
const sameSites = table<LocalCookie["sameSite"]>({ "0": "None", "1": "Lax", "2": "Strict" });

/** Reads the cookies of a profile from a copy of its database. Exit 10 for a database of another form. */
export async function readLocalCookies(options: ReadOptions): Promise<LocalCookies> {
  const { browser, domains, now, profile } = options;
  const { rows, version } = await readRows(profile, options.scratch);
  const wanted = rows.filter(({ host_key }) => domains.length === 0 || domains.some((each) => isOf(host_key, each)));
  const versions = new Set(wanted.map(({ encrypted_value }) => versionOf(encrypted_value)));
  const keys = await cookieKeys(browser, versions, options);
  const leftOut = new Map<string, number>();
  const leave = (reason: string): void => void leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const cookies: LocalCookie[] = [];
  for (const row of wanted) {
    const expires = row.has_expires === 0n ? -1 : Number(row.expires_utc) / MICROSECONDS - EPOCH_SECONDS;
    if (expires !== -1 && expires * 1_000 <= now()) {
      leave("expired");
      continue;
    }
    if (row.top_frame_site_key) {
      leave("partitioned by site");
      continue;
    }
    const found =
      row.encrypted_value.length === 0
        ? { value: row.value }
        : decrypted(row.encrypted_value, row.host_key, keys, version);
    if ("reason" in found) leave(found.reason);
    else cookies.push(cookieOf(row, found.value, expires));
  }
  return { cookies, leftOut };
}

function cookieOf(row: Row, value: string, expires: number): LocalCookie {
  const sameSite = sameSites.get(String(row.samesite));
  return {
    name: row.name,
    value,
    domain: row.host_key,
    path: row.path,
    expires,
    secure: row.is_secure !== 0n,
    httpOnly: row.is_httponly !== 0n,
    ...(sameSite && { sameSite }),
  };
}

/** True for a host that is a domain or one of its subdomains. */
function isOf(host: string, domain: string): boolean {
  const plain = host.replace(/^\./, "");
  return plain === domain || plain.endsWith(`.${domain}`);
}

async function readRows(profile: string, scratch: string): Promise<{ rows: Row[]; version: number }> {
  const file = cookieFile(profile);
  if (file === undefined) throw unreadable(profile, "it has no cookies");
  const copy = join(scratch, "Cookies");
  try {
    await copyFile(file, copy);
    // Changes that the browser has not merged yet.
    for (const suffix of ["-journal", "-wal"]) await copyFile(file + suffix, copy + suffix).catch(() => {});
  } catch (error) {
    throw fileError("read", file, error);
  }
  const { DatabaseSync } = await import("node:sqlite");
  try {
    using database = new DatabaseSync(copy);
    const meta = database.prepare("SELECT value FROM meta WHERE key = 'version'").get() as
      | { value: string }
      | undefined;
    const statement = database.prepare("SELECT * FROM cookies ORDER BY host_key, name, path");
    statement.setReadBigInts(true);
    const rows = (statement.all() as unknown as Row[]).map((row) => ({ ...row, encrypted_value: bytesOf(row) }));
    return { rows, version: Number(meta?.value ?? 0) };
  } catch (error) {
    throw unreadable(profile, `its cookies are not a database of Chromium: ${(error as Error).message}`);
  }
}

/** Encrypted value of a row; empty where the column has none. */
function bytesOf({ encrypted_value: value }: { readonly encrypted_value: unknown }): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(typeof value === "string" ? value : "", "latin1");
}

function unreadable(profile: string, reason: string): CliError {
  return new CliError("local-file", `cannot read the profile "${profile}": ${reason}`, { code: "invalid_profile" });
}
