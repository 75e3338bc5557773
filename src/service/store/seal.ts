import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { DiskFullError, isDiskFull } from "../disk-full.ts";

const FILE = "state.key";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of a sealed value: the form of the rest. */
const FORM = 1;
const HIDDEN = "[sealed]";

/**
 * Error for a sealed value that cannot be read: the key file is missing or another one, or the value was copied from
 * another place.
 */
export class SealError extends Error {
  override readonly name = "SealError";
}

/** Secret of a row. JSON, templates and `inspect` show `[sealed]`; {@link Sealed.reveal} returns the text. */
export class Sealed {
  readonly #reveal: () => string;

  constructor(text: string | (() => string)) {
    this.#reveal = typeof text === "string" ? () => text : text;
  }

  /** The secret. Throws {@link SealError}. */
  reveal(): string {
    return this.#reveal();
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}

/**
 * Seals texts by AES-256-GCM with the key in `state.key` (0600) of a state directory, which is created at first use. A
 * value is bound to its place, so that it cannot be read from another row or column.
 */
export class Sealer {
  readonly #stateDir: string;
  #key: Buffer | undefined;

  constructor(stateDir: string) {
    this.#stateDir = stateDir;
  }

  /** Throws {@link DiskFullError} when the key file cannot be made. */
  seal(text: string, place: string): Uint8Array {
    this.#key ??= readKey(this.#stateDir) ?? makeKey(this.#stateDir);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(place));
    const bytes = [cipher.update(text, "utf8"), cipher.final()];
    return Buffer.concat([Buffer.of(FORM), nonce, cipher.getAuthTag(), ...bytes]);
  }

  /** Throws {@link SealError}. */
  open(sealed: Uint8Array, place: string): string {
    this.#key ??= readKey(this.#stateDir);
    if (!this.#key) throw new SealError(`the key file "${join(this.#stateDir, FILE)}" is gone`);
    const nonceEnd = 1 + NONCE_BYTES;
    const tagEnd = nonceEnd + TAG_BYTES;
    if (sealed.length < tagEnd || sealed[0] !== FORM) throw new SealError(`the value of ${place} is not a sealed one`);
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv("aes-256-gcm", this.#key, sealed.subarray(1, nonceEnd), options);
    decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(nonceEnd, tagEnd));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString("utf8");
    } catch (cause) {
      const path = join(this.#stateDir, FILE);
      throw new SealError(`the value of ${place} cannot be read with the key in "${path}"`, { cause });
    }
  }
}

function readKey(stateDir: string): Buffer | undefined {
  const path = join(stateDir, FILE);
  let key: Buffer;
  try {
    key = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (key.length === KEY_BYTES) return key;
  throw new SealError(`the key file "${path}" has ${key.length} bytes, not ${KEY_BYTES}: put back the right one`);
}

/** Creates the key file, which is on the disk before anything is sealed with it. Throws {@link DiskFullError}. */
function makeKey(stateDir: string): Buffer {
  const key = randomBytes(KEY_BYTES);
  const path = join(stateDir, FILE);
  const unfinished = `${path}.part`;
  try {
    writeFileSync(unfinished, key, { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw isDiskFull(error) ? new DiskFullError(stateDir, error) : error;
  }
  return key;
}
