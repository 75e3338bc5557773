import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeAll } from "../../archive/unpack-target.ts";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Clock } from "../clock.ts";
import { DiskFullError, isDiskFull } from "../disk-full.ts";
import type { Faults } from "../faults.ts";
import { PROFILE_FILES } from "../store/file-directories.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { type ProfileFileKind, profiles, type StoredProfile } from "./profile-table.ts";

export type ProfileRecord = ResultOf<OperationById<"profiles.get">>;

export interface ProfilesOptions {
  stateDir: string;
  store: Store;
  clock: Clock;
  faults: Faults;
  log: (line: string) => void;
}

/**
 * Profiles of the service, each with one file (0600). A new file is complete on the disk before the row refers to it,
 * and the old file is removed after that, so that a complete file exists after a crash at any time.
 */
export class Profiles {
  readonly #options: ProfilesOptions;
  readonly #rows: Rows<typeof profiles>;
  readonly #directory: string;
  /** Session that will save to a profile, by the profile's id. */
  readonly #savers = new Map<string, string>();
  readonly #saveListeners: ((profile: StoredProfile) => void)[] = [];

  constructor(options: ProfilesOptions) {
    this.#options = options;
    this.#rows = options.store.rows(profiles);
    this.#directory = join(options.stateDir, PROFILE_FILES);
  }

  /** Removes what a previous run of the service left unfinished. */
  async prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const saved = this.#rows.everywhere({ file: { not: null } });
    const named = new Set(saved.map(({ file }) => file));
    for (const name of await readdir(this.#directory)) {
      if (!named.has(name)) await rm(join(this.#directory, name), { recursive: true, force: true });
    }
    for (const profile of saved) {
      if (await exists(this.path(profile))) continue;
      this.#options.log(`the file of profile ${profile.id} is missing; the profile counts as never saved`);
      this.#rows.update(profile, { kind: null, file: null, bytes: null, sha256: null });
    }
  }

  /** Path of a stored file. */
  path({ file }: { readonly file: string | null }): string {
    return join(this.#directory, file ?? "");
  }

  /** Creates a profile without data. Throws a UniqueError for a name in use. */
  create(projectId: ProjectId, name: string | null): StoredProfile {
    const now = this.#options.clock.now();
    return this.#rows.insert({ projectId, name, createdAt: now, updatedAt: now });
  }

  /** Ids of the profiles whose names contain a text. */
  idsNamed(projectId: ProjectId, part: string): string[] {
    return this.#rows.in(projectId).idsWith(part);
  }

  list(projectId: ProjectId, options?: ListOptions<typeof profiles>): ListPage<typeof profiles> {
    return this.#rows.in(projectId).list(options);
  }

  find(projectId: ProjectId, idOrName: string): StoredProfile | undefined {
    return this.#rows.in(projectId).find(idOrName);
  }

  /** Profile with an id or a name. Throws a {@link ResourceError} `not-found`. */
  require(projectId: ProjectId, idOrName: string): StoredProfile {
    return this.#rows.in(projectId).require(idOrName);
  }

  /** Renames a profile. Throws a {@link ResourceError} when it has been deleted, a UniqueError for a name in use. */
  rename(profile: StoredProfile, name: string): StoredProfile {
    return this.#rows.change(profile, { name, updatedAt: this.#options.clock.now() });
  }

  /** Deletes a profile and its file. Throws a {@link ResourceError} while a session will save to it. */
  async delete(profile: StoredProfile): Promise<void> {
    const saver = this.saver(profile);
    if (saver !== undefined) {
      throw new ResourceError("in-use", `session "${saver}" saves to the profile when it ends; end it first`);
    }
    this.#rows.delete(profile);
    if (profile.file !== null) await rm(this.path(profile), { force: true });
  }

  /** Records that a session has started with the profile now. */
  used(profile: StoredProfile): void {
    this.#rows.update(profile, { lastUsedAt: this.#options.clock.now() });
  }

  /** Session that will save to a profile. */
  saver({ id }: StoredProfile): string | undefined {
    return this.#savers.get(id);
  }

  /**
   * Leases a profile to the one session that may save to it, until the returned function is called. Throws a {@link
   * ResourceError} `conflict` while another session has the lease. assumed: a conflict, because the data of the session
   * that saves first would be lost.
   */
  claim(profile: StoredProfile, sessionId: string): () => void {
    const saver = this.saver(profile);
    if (saver !== undefined) {
      const name = profile.name ?? profile.id;
      throw new ResourceError("conflict", `profile: session "${saver}" already saves its changes to "${name}"`, {
        problems: [{ path: "profile.save_changes", message: "only one session at a time may save" }],
      });
    }
    this.#savers.set(profile.id, sessionId);
    return () => {
      if (this.#savers.get(profile.id) === sessionId) this.#savers.delete(profile.id);
    };
  }

  /** Calls `listener` for every profile whose data was saved. */
  onSaved(listener: (profile: StoredProfile) => void): void {
    this.#saveListeners.push(listener);
  }

  /**
   * Replaces the saved data of a profile with a stream. Throws a {@link DiskFullError}; after any failure the previous
   * data is kept.
   */
  async save(profile: StoredProfile, kind: ProfileFileKind, data: AsyncIterable<Uint8Array>): Promise<StoredProfile> {
    const { clock, faults, stateDir } = this.#options;
    const file = `${profile.id}-${randomBytes(6).toString("hex")}.${kind}`;
    const unfinished = join(this.#directory, `${file}.part`);
    const path = join(this.#directory, file);
    let before: StoredProfile | undefined;
    let saved: StoredProfile | undefined;
    try {
      const written = await writeFlushed(unfinished, data);
      await faults.pass("profile-save");
      await rename(unfinished, path);
      before = this.#rows.in(profile.projectId).byId(profile.id);
      saved = before && this.#rows.update(before, { kind, file, ...written, updatedAt: clock.now() });
      if (!saved) throw new ResourceError("not-found", "the profile was deleted while it was saved");
    } catch (error) {
      await rm(unfinished, { force: true });
      await rm(path, { force: true });
      throw isDiskFull(error) ? new DiskFullError(stateDir, error) : error;
    }
    if (before && before.file !== null) await this.#removeOld(before);
    for (const listener of this.#saveListeners) listener(saved);
    return saved;
  }

  /** Removes a file that no row refers to any more. If that fails, the file is removed at the next start. */
  async #removeOld(before: StoredProfile): Promise<void> {
    await rm(this.path(before), { force: true }).catch((error: Error) =>
      this.#options.log(`cannot remove the data that profile ${before.id} had before: ${error.message}`),
    );
  }
}

/** API record of a profile (contract 2.9). */
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
