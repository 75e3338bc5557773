import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeAll } from "../../archive/unpack-target.ts";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Clock } from "../clock.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import type { Faults } from "../faults.ts";
import { newId } from "../ids.ts";
import type { StoredFile, StoredProfile } from "../store/profile-table.ts";
import type { Store } from "../store/store.ts";
import { ProfileError } from "./profile-errors.ts";

export type ProfileRecord = ResultOf<OperationById<"profiles.get">>;

export interface ProfilesOptions {
  stateDir: string;
  store: Store;
  clock: Clock;
  faults: Faults;
  log: (line: string) => void;
}

/**
 * The profiles of the service and the files of what they have saved, one each, 0600. A file is whole on the disk before
 * its row names it, and the one before it goes afterwards: whenever the service dies, the last good one is there.
 */
export class Profiles {
  readonly #options: ProfilesOptions;
  readonly #folder: string;
  /** Sessions that will save to a profile, by the profile's id. */
  readonly #savers = new Map<string, string>();

  constructor(options: ProfilesOptions) {
    this.#options = options;
    this.#folder = join(options.stateDir, "profiles");
  }

  /** Removes what an earlier life of the service left unfinished. */
  async prepare(): Promise<void> {
    const { store, log } = this.#options;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const profiles = store.profiles.all();
    const named = new Set(profiles.map(({ saved }) => saved?.file));
    for (const name of await readdir(this.#folder)) {
      if (!named.has(name)) await rm(join(this.#folder, name), { recursive: true, force: true });
    }
    for (const { id, saved } of profiles) {
      if (!saved || (await exists(this.path(saved)))) continue;
      log(`the file of profile ${id} is gone: it counts as never saved`);
      store.profiles.unsetSaved(id);
    }
  }

  /** Where a stored file is. */
  path(saved: StoredFile): string {
    return join(this.#folder, saved.file);
  }

  /** Stores a profile without data. Throws a {@link ProfileError} when the project has a profile of that name. */
  create(projectId: string, name: string | null): StoredProfile {
    if (name !== null) this.#refuseTaken(projectId, name);
    const now = this.#options.clock.now();
    const profile: StoredProfile = {
      id: newId(),
      projectId,
      name,
      createdAt: now,
      updatedAt: now,
      lastUsedAt: null,
      saved: undefined,
    };
    this.#options.store.profiles.insert(profile);
    return profile;
  }

  list(projectId: string): StoredProfile[] {
    return this.#options.store.profiles.list(projectId);
  }

  find(projectId: string, idOrName: string): StoredProfile | undefined {
    return this.#options.store.profiles.find(projectId, idOrName);
  }

  /** The profile with an id or a name. Throws a {@link ProfileError} `not-found`. */
  require(projectId: string, idOrName: string): StoredProfile {
    const profile = this.find(projectId, idOrName);
    if (!profile) throw new ProfileError("not-found", `there is no profile ${JSON.stringify(idOrName)}`);
    return profile;
  }

  rename(profile: StoredProfile, name: string): StoredProfile {
    if (profile.name !== name) this.#refuseTaken(profile.projectId, name);
    const now = this.#options.clock.now();
    this.#options.store.profiles.rename(profile.id, name, now);
    return { ...profile, name, updatedAt: now };
  }

  /** Deletes a profile and its file. Throws a {@link ProfileError} while a session will save to it. */
  async delete(profile: StoredProfile): Promise<void> {
    const saver = this.#savers.get(profile.id);
    if (saver !== undefined) {
      throw new ProfileError("in-use", `session "${saver}" saves to the profile when it ends; end it first`);
    }
    this.#options.store.profiles.delete(profile.id);
    if (profile.saved) await rm(this.path(profile.saved), { force: true });
  }

  /** Notes that a session has started from it. */
  used(profile: StoredProfile): void {
    this.#options.store.profiles.touch(profile.id, this.#options.clock.now());
  }

  /**
   * Lets one session save to a profile, until the returned function is called. Throws a {@link ProfileError} `claimed`
   * while another one will. assumed: a conflict, because what the first of them saves would be lost.
   */
  claim(profile: StoredProfile, sessionId: string): () => void {
    const saver = this.#savers.get(profile.id);
    if (saver !== undefined) {
      const name = profile.name ?? profile.id;
      throw new ProfileError("claimed", `profile: session "${saver}" already saves its changes to "${name}"`, {
        problems: [{ path: "profile.save_changes", message: "only one session at a time may save" }],
      });
    }
    this.#savers.set(profile.id, sessionId);
    return () => {
      if (this.#savers.get(profile.id) === sessionId) this.#savers.delete(profile.id);
    };
  }

  /**
   * Stores what a stream brings in place of what the profile has saved. Throws a {@link DiskFullError}; what was saved
   * before is still there after any failure.
   */
  async save(id: string, kind: StoredFile["kind"], data: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const { store, clock, faults, stateDir } = this.#options;
    const file = `${id}-${randomBytes(6).toString("hex")}.${kind}`;
    const unfinished = join(this.#folder, `${file}.part`);
    const path = join(this.#folder, file);
    try {
      const written = await writeFlushed(unfinished, data);
      await faults.pass("profile-save");
      await rename(unfinished, path);
      const before = store.profiles.all().find((profile) => profile.id === id)?.saved;
      const saved: StoredFile = { kind, file, ...written };
      if (!store.profiles.setSaved(id, saved, clock.now()))
        throw new ProfileError("not-found", "the profile was deleted meanwhile");
      if (before) await rm(this.path(before), { force: true });
      return saved;
    } catch (error) {
      await rm(unfinished, { force: true });
      await rm(path, { force: true });
      throw isDiskFull(error) ? new DiskFullError(stateDir, error) : error;
    }
  }

  #refuseTaken(projectId: string, name: string): void {
    const taken = this.list(projectId).find((profile) => profile.name === name);
    if (!taken) return;
    throw new ProfileError("name-taken", `name: the profile "${taken.id}" already has the name "${name}"`, {
      problems: [{ path: "name", message: "is in use" }],
    });
  }
}

/** The record of a profile (contract 2.9). */
export function profileRecord(profile: StoredProfile): ProfileRecord {
  const time = (ms: number): string => new Date(ms).toISOString();
  return {
    id: profile.id,
    name: profile.name,
    created_at: time(profile.createdAt),
    updated_at: time(profile.updatedAt),
    ...(profile.lastUsedAt !== null && { last_used_at: time(profile.lastUsedAt) }),
  };
}

async function writeFlushed(path: string, data: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of data) {
      hash.update(chunk);
      await writeAll(file, chunk);
      bytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest("hex") };
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
