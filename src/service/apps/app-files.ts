import { existsSync } from "node:fs";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { background } from "../error-owner.ts";
import { APP_FILES } from "../store/file-directories.ts";
import type { StoredDeployment } from "./deployment-table.ts";

const MODULES = "node_modules";

export interface AppFilesOptions {
  stateDir: string;
  /** Directory of playwright-core, which apps may import; undefined when it is not installed. */
  playwright: string | undefined;
  log: (line: string) => void;
}

type Deployed = Pick<StoredDeployment, "id" | "file">;

/**
 * Files of deployments: the modules that every app may import, and for each deployment a directory with its source and
 * its event log. A source is kept while its deployment is running or an invocation holds it.
 */
export class AppFiles {
  readonly #options: AppFilesOptions;
  readonly #directory: string;
  /** Number of holds on the source of each deployment. */
  readonly #users = new Map<string, number>();

  constructor(options: AppFilesOptions) {
    this.#options = options;
    this.#directory = join(options.stateDir, APP_FILES);
  }

  /** Creates the directory of modules and removes the directories of unknown deployments. */
  async prepare(known: ReadonlySet<string>): Promise<void> {
    await mkdir(join(this.#directory, MODULES), { recursive: true, mode: 0o700 });
    const { playwright } = this.#options;
    const link = join(this.#directory, MODULES, "playwright-core");
    await rm(link, { recursive: true, force: true });
    if (playwright !== undefined) await symlink(playwright, link, "junction");
    for (const name of await readdir(this.#directory)) {
      if (name !== MODULES && !known.has(name)) await this.remove(name);
    }
  }

  /** Directory of a deployment's source, the working directory of its processes. */
  source({ id }: Deployed): string {
    return join(this.#directory, id, "source");
  }

  /** Directory for the work of a fetch, removed with it. */
  work({ id }: Pick<Deployed, "id">): string {
    return join(this.#directory, id, "fetch");
  }

  /** Path of the bundle of a running deployment. */
  bundle({ id, file }: Deployed): string {
    return join(this.#directory, id, file ?? "");
  }

  /** Path of a bundle relative to the deployment's directory, as {@link AppFiles.bundle} resolves it. */
  bundleName({ id }: Deployed, file: string): string {
    return relative(join(this.#directory, id), file);
  }

  hasBundle(deployment: Deployed): boolean {
    return existsSync(this.bundle(deployment));
  }

  logFile({ id }: Pick<Deployed, "id">): string {
    return join(this.#directory, id, "events");
  }

  /** Creates the directory of a deployment, if missing. */
  async make({ id }: Pick<Deployed, "id">): Promise<void> {
    await mkdir(join(this.#directory, id), { recursive: true, mode: 0o700 });
  }

  async remove(id: string): Promise<void> {
    await rm(join(this.#directory, id), { recursive: true, force: true });
  }

  /**
   * Holds the source of a deployment until the returned function is called. If `serves` returns true then, the source
   * is kept.
   */
  hold(deployment: Deployed, serves: () => boolean): () => void {
    this.#users.set(deployment.id, (this.#users.get(deployment.id) ?? 0) + 1);
    return () => {
      const left = (this.#users.get(deployment.id) ?? 1) - 1;
      if (left > 0) {
        this.#users.set(deployment.id, left);
        return;
      }
      this.#users.delete(deployment.id);
      if (!serves()) background(this.removeUnused(deployment));
    };
  }

  /** Ids of deployments whose source is held. */
  get used(): Iterable<string> {
    return this.#users.keys();
  }

  /** Removes the source of a deployment unless it is held. */
  async removeUnused(deployment: Deployed): Promise<void> {
    if (this.#users.has(deployment.id)) return;
    await rm(this.source(deployment), { recursive: true, force: true }).catch((error: Error) => {
      this.#options.log(`cannot remove the source of deployment ${deployment.id}: ${error.message}`);
    });
  }
}
