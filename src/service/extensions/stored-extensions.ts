import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FilePart } from "../../contract/form.ts";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Clock } from "../clock.ts";
import { moveFile } from "../files/move-file.ts";
import { newId } from "../ids.ts";
import type { StoredExtension } from "../store/extension-table.ts";
import type { Store } from "../store/store.ts";
import { ExtensionError } from "./extension-errors.ts";
import { unpackExtension } from "./unpack-extension.ts";

export type ExtensionRecord = ResultOf<OperationById<"extensions.get">>;

export interface StoredExtensionsOptions {
  stateDir: string;
  store: Store;
  clock: Clock;
  log: (line: string) => void;
}

/** The stored extensions (contract 2.11): a row and an archive (0600) each. */
export class StoredExtensions {
  readonly #options: StoredExtensionsOptions;
  readonly #folder: string;

  constructor(options: StoredExtensionsOptions) {
    this.#options = options;
    this.#folder = join(options.stateDir, "extensions");
  }

  /** Removes what an earlier life of the service left unfinished. */
  async prepare(): Promise<void> {
    const { store, log } = this.#options;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const files = new Set(await readdir(this.#folder));
    for (const extension of store.extensions.all()) {
      if (files.delete(`${extension.id}.zip`)) continue;
      log(`the archive of extension ${extension.id} is gone: it is forgotten`);
      store.extensions.delete(extension.id);
    }
    for (const name of files) await rm(join(this.#folder, name), { recursive: true, force: true });
  }

  path({ id }: StoredExtension): string {
    return join(this.#folder, `${id}.zip`);
  }

  /** Stores an archive once it has proved to hold an extension. Throws an {@link ExtensionError}, `name-taken` too. */
  async add(projectId: string, name: string | null, file: FilePart): Promise<StoredExtension> {
    const { store, clock } = this.#options;
    this.#refuseTaken(projectId, name);
    const trial = join(this.#folder, `${newId()}.trial`);
    try {
      await unpackExtension(file.path, trial, { field: "file" });
    } finally {
      await rm(trial, { recursive: true, force: true });
    }
    const extension: StoredExtension = {
      id: newId(),
      projectId,
      name,
      bytes: file.bytes,
      sha256: file.sha256,
      createdAt: clock.now(),
      lastUsedAt: null,
    };
    const archive = await open(file.path);
    await archive.sync().finally(() => archive.close());
    await moveFile(file.path, this.path(extension));
    try {
      // Another one of that name may have come while this one was tried.
      this.#refuseTaken(projectId, name);
      store.extensions.insert(extension);
    } catch (error) {
      await rm(this.path(extension), { force: true });
      throw error;
    }
    return extension;
  }

  list(projectId: string): StoredExtension[] {
    return this.#options.store.extensions.list(projectId);
  }

  find(projectId: string, idOrName: string): StoredExtension | undefined {
    return this.#options.store.extensions.find(projectId, idOrName);
  }

  /** The extension with an id or a name. Throws an {@link ExtensionError} `not-found`. */
  require(projectId: string, idOrName: string): StoredExtension {
    const extension = this.find(projectId, idOrName);
    if (!extension) throw new ExtensionError("not-found", `there is no extension ${JSON.stringify(idOrName)}`);
    return extension;
  }

  /** Notes that a session has loaded it. */
  used({ id }: StoredExtension): void {
    this.#options.store.extensions.touch(id, this.#options.clock.now());
  }

  async delete(extension: StoredExtension): Promise<void> {
    this.#options.store.extensions.delete(extension.id);
    await rm(this.path(extension), { force: true });
  }

  #refuseTaken(projectId: string, name: string | null): void {
    const taken = name === null ? undefined : this.list(projectId).find((extension) => extension.name === name);
    if (!taken) return;
    throw new ExtensionError("name-taken", `name: the extension "${taken.id}" already has the name "${name}"`, {
      problems: [{ path: "name", message: "is in use" }],
    });
  }
}

/** The record of a stored extension (contract 2.11). */
export function extensionRecord({ id, name, bytes, sha256, createdAt, lastUsedAt }: StoredExtension): ExtensionRecord {
  return {
    id,
    created_at: new Date(createdAt).toISOString(),
    size_bytes: bytes,
    ...(name !== null && { name }),
    checksum: sha256,
    ...(lastUsedAt !== null && { last_used_at: new Date(lastUsedAt).toISOString() }),
  };
}
