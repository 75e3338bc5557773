import { createDecipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { execa } from "execa";
import { CliError } from "../core/errors.ts";
import { type BrowserName, browserFacts, type Machine } from "./browsers.ts";

/** Version in front of an encrypted value. */
export type CookieVersion = "v10" | "v11";

/** Reason why a value cannot be read. */
export type Unreadable = "app-bound encryption" | "another key" | `unknown version "${string}"`;

/** Maximum wait for a keychain, in milliseconds: a person may have to unlock it. */
const MAX_KEYCHAIN_MS = 60_000;

/** Password of version v10 on Linux, which needs no keychain (Chromium, os_crypt_linux.cc). */
const LINUX_PASSWORD = "peanuts";
const SALT = "saltysalt";
const KEY_BYTES = 16;
const IV = Buffer.alloc(16, " ");
/** Version of the database from which a value begins with the hash of its host. */
const HASHED_VERSION = 24;
const HASH_BYTES = 32;

/** Keys of the versions of a browser. */
export type CookieKeys = Readonly<Partial<Record<CookieVersion, Buffer>>>;

/**
 * Keys for versions that occur. Exit 10 where the keychain has none, or cannot be asked.
 *
 * assumed: the application of Edge is `msedge` in the Secret Service; Chromium's source names the others.
 */
export async function cookieKeys(
  browser: BrowserName,
  versions: ReadonlySet<string>,
  machine: Machine & { readonly signal: AbortSignal },
): Promise<CookieKeys> {
  const { application, service, title } = browserFacts[browser];
  if (machine.platform === "darwin") {
    if (!versions.has("v10")) return {};
    const password = await ask("security", ["find-generic-password", "-w", "-s", service], title, machine);
    return { v10: keyOf(password, 1_003) };
  }
  const words = ["lookup", "xdg:schema", "chrome_libsecret_os_crypt_password_v2", "application", application];
  const kept = versions.has("v11") ? await ask("secret-tool", words, title, machine) : undefined;
  return { v10: keyOf(LINUX_PASSWORD, 1), ...(kept !== undefined && { v11: keyOf(kept, 1) }) };
}

function keyOf(password: string, rounds: number): Buffer {
  return pbkdf2Sync(password, SALT, rounds, KEY_BYTES, "sha1");
}

async function ask(
  program: string,
  words: readonly string[],
  title: string,
  { env, signal }: Machine & { readonly signal: AbortSignal },
): Promise<string> {
  const { exitCode, failed, stdout, code } = await execa(program, words, {
    env,
    extendEnv: false,
    reject: false,
    timeout: MAX_KEYCHAIN_MS,
    cancelSignal: signal,
    stdin: "ignore",
  });
  signal.throwIfAborted();
  if (!failed && stdout !== "") return stdout;
  const reason =
    code === "ENOENT"
      ? `the program ${program} is not installed`
      : `${program} has no entry (exit ${exitCode ?? code})`;
  throw new CliError("local-file", `cannot read the key of ${title} from the keychain: ${reason}`, {
    code: "keychain_unavailable",
    hint:
      program === "secret-tool" && code === "ENOENT"
        ? "install it: apt install libsecret-tools"
        : "run this in the desktop session of the browser, with its keychain unlocked",
  });
}

/** Version of an encrypted value; empty for a value that is not encrypted. */
export function versionOf(encrypted: Uint8Array): string {
  return encrypted.length === 0 ? "" : Buffer.from(encrypted.subarray(0, 3)).toString("latin1");
}

/** Value of a cookie, or the reason why it cannot be read. */
export function decrypted(
  encrypted: Uint8Array,
  host: string,
  keys: CookieKeys,
  databaseVersion: number,
): { readonly value: string } | { readonly reason: Unreadable } {
  const version = versionOf(encrypted);
  if (version === "v20") return { reason: "app-bound encryption" };
  const key = version === "v10" || version === "v11" ? keys[version] : undefined;
  if (!key) return { reason: `unknown version "${version.replace(/[^\w.-]/g, "?")}"` };
  let plain: Buffer;
  try {
    const decipher = createDecipheriv("aes-128-cbc", key, IV);
    plain = Buffer.concat([decipher.update(encrypted.subarray(3)), decipher.final()]);
  } catch {
    return { reason: "another key" };
  }
  if (databaseVersion < HASHED_VERSION) return { value: plain.toString() };
  const hash = createHash("sha256").update(host).digest();
  if (!plain.subarray(0, HASH_BYTES).equals(hash)) return { reason: "another key" };
  return { value: plain.subarray(HASH_BYTES).toString() };
}
