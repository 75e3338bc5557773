import { copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FilePart } from "../../contract/form.ts";
import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import { EXTENSION_FILES } from "../store/file-directories.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { UniqueError } from "../store/unique-error.ts";
import { extensions, type StoredExtension } from "./extension-table.ts";
import { unpackExtension } from "./unpack-extension.ts";

export type ExtensionRecord = ResultOf<OperationById<"extensions.get">>;

export interface StoredExtensionsOptions {
  stateDir: string;
  store: Store;
  clock: Clock;
  log: (line: string) => void;
}

/** Stored extensions (contract 2.11), each with a row and an archive (0600). */
export class StoredExtensions {
  readonly #options: StoredExtensionsOptions;
  readonly #rows: Rows<typeof extensions>;
  readonly #directory: string;

  constructor(options: StoredExtensionsOptions) {
    this.#options = options;
    this.#rows = options.store.rows(extensions);
    this.#directory = join(options.stateDir, EXTENSION_FILES);
  }

  /** Removes what a previous run of the service left unfinished. */
  async prepare(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const files = new Set(await readdir(this.#directory));
    for (const extension of this.#rows.everywhere()) {
      if (files.delete(`${extension.id}.zip`)) continue;
      this.#options.log(`the archive of extension ${extension.id} is missing; the extension was removed`);
      this.#rows.delete(extension);
    }
    for (const name of files) await rm(join(this.#directory, name), { recursive: true, force: true });
  }

  path({ id }: Pick<StoredExtension, "id">): string {
    return join(this.#directory, `${id}.zip`);
  }

  /** Validates and stores an extension's archive. Throws a {@link ResourceError} or a {@link UniqueError}. */
  async add(projectId: ProjectId, name: string | null, file: FilePart): Promise<StoredExtension> {
    const id = newId();
    // Checked before the work; the insert checks again, because another request may take the name in the meantime.
    const taken = name === null ? undefined : this.#rows.in(projectId).first({ name });
    if (taken) throw new UniqueError({ noun: "extension", columns: ["name"], values: [name], holder: taken.id });
    const trial = join(this.#directory, `${newId()}.trial`);
    try {
      await unpackExtension(file.path, trial, { field: "file" });
    } finally {
      await rm(trial, { recursive: true, force: true });
    }
    const archive = await open(file.path);
    await archive.sync().finally(() => archive.close());
    await moveFile(file.path, this.path({ id }));
    try {
      return this.#rows.insert({ id, projectId, name, bytes: file.bytes, sha256: file.sha256 });
    } catch (error) {
      await rm(this.path({ id }), { force: true });
      throw error;
    }
  }

  list(projectId: ProjectId, options?: ListOptions<typeof extensions>): ListPage<typeof extensions> {
    return this.#rows.in(projectId).list(options);
  }

  find(projectId: ProjectId, idOrName: string): StoredExtension | undefined {
    return this.#rows.in(projectId).find(idOrName);
  }

  /** Extension with an id or a name. Throws a {@link ResourceError} `not-found`. */
  require(projectId: ProjectId, idOrName: string): StoredExtension {
    return this.#rows.in(projectId).require(idOrName);
  }

  /** Records that a session has loaded the extension now. */
  used(extension: StoredExtension): void {
    this.#rows.update(extension, { lastUsedAt: this.#options.clock.now() });
  }

  async delete(extension: StoredExtension): Promise<void> {
    this.#rows.delete(extension);
    await rm(this.path(extension), { force: true });
  }
}

/** API record of a stored extension (contract 2.11). */
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

/** Moves a file atomically, also to another device. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
    return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
  }
  const half = `${to}.part`;
  try {
    await copyFile(from, half);
    const copy = await open(half);
    await copy.sync().finally(() => copy.close());
    await rename(half, to);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  await rm(from, { force: true });
}
