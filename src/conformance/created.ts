import { pause } from "../core/pause.ts";
import { pathForm, siblingOf, specs } from "./declarations.ts";
import { idOf } from "./effects.ts";
import type { Answer, ExampleService } from "./example-service.ts";

/** Path of a list for the records of a creation by another path. */
const listOf: Readonly<Record<string, string>> = {
  "/_local/profiles/import": "/profiles",
  "/projects": "/org/projects",
};

/** Attempts to delete something that is still in use, and milliseconds between them. */
const MAX_ATTEMPTS = 40;
const ATTEMPT_MS = 500;

/** Lists of records that run something, and are deleted as soon as the operation has been checked. */
const running = ["/browsers/", "/browser_pools/", "/invocations/"];

/** Request that ends an invocation, which cannot be deleted. */
const invocationEnd = { json: { status: "failed", output: "null" } };

/** Records that a run has created, and their deletion. */
export class Created {
  readonly #paths = new Set<string>();

  /** Remembers the record of an answer, if it is a new one that can be deleted. */
  note(method: string, path: string, { body, status }: Pick<Answer, "body" | "status">): void {
    const id = idOf(body);
    if (method !== "POST" || status >= 300 || id === undefined) return;
    const own = (path.split("?")[0] ?? "").replace(/\/[^/]+\/rotate$/, "");
    // The browser of a pool is a session of its own.
    const list = own.endsWith("/acquire") ? "/browsers" : (listOf[own] ?? own);
    const form = `${pathForm(list)}/{}`;
    const deletes =
      list === "/invocations" || specs.some((spec) => spec.method === "DELETE" && pathForm(spec.path) === form);
    if (deletes) this.#paths.add(`${list}/${encodeURIComponent(id)}`);
  }

  /** Ends what runs, but for the records that later operations use. */
  async endRunning(service: ExampleService, kept: readonly string[]): Promise<void> {
    const ends = (path: string): boolean => running.some((list) => path.startsWith(list));
    for (const path of [...this.#paths].reverse()) {
      if (ends(path) && !kept.some((id) => path.endsWith(`/${id}`)) && (await isDeleted(service, path)))
        this.#paths.delete(path);
    }
  }

  /**
   * Deletes all records, the newest first. Returns the paths of those that are still there, also when `signal` ends the
   * attempts. `sweep` runs before each attempt, since a login that ends saves its profile.
   */
  async deleteAll(service: ExampleService, sweep: () => Promise<void>, signal: AbortSignal): Promise<string[]> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && (attempt === 0 || this.#paths.size > 0); attempt += 1) {
      if (signal.aborted) break;
      if (attempt > 0) await pause(ATTEMPT_MS);
      await sweep();
      for (const path of [...this.#paths].reverse()) if (await isDeleted(service, path)) this.#paths.delete(path);
    }
    return [...this.#paths];
  }

  /**
   * Deletes what calls have created in passing, such as the profile of a login: all records of a project, or those whose
   * names end with `suffix`.
   */
  async sweep(service: ExampleService, suffix: string | undefined): Promise<void> {
    for (const list of sweptLists) {
      const { body } = await service.api("GET", `${list}?limit=100`).catch(() => ({ body: [] }));
      for (const each of Array.isArray(body) ? body : []) {
        const id = idOf(each);
        const name = String(Object(each).name ?? "");
        if (id !== undefined && (suffix === undefined || name.endsWith(suffix)))
          await isDeleted(service, `${list}/${encodeURIComponent(id)}`);
      }
    }
  }
}

/** Lists of a project whose records can be deleted. */
const sweptLists = specs
  .filter((spec) => spec.paging === "offset" && !spec.path.includes("{") && !spec.path.startsWith("/org/"))
  .filter(({ needs, path, unscoped }) => {
    const deletion = siblingOf({ path: `${path}/{id}` }, "DELETE");
    return needs === undefined && unscoped === undefined && deletion !== undefined && deletion.needs === undefined;
  })
  .map(({ path }) => path);

/** Deletes one record; true once it does not exist, or the service has no such operation. */
async function isDeleted(service: ExampleService, path: string): Promise<boolean> {
  const isInvocation = path.startsWith("/invocations/");
  const answer = isInvocation ? service.api("PATCH", path, invocationEnd) : service.api("DELETE", path);
  const { status } = await answer.catch(() => ({ status: 0 }));
  // An invocation that has ended cannot end again.
  if (isInvocation && status >= 400 && status < 500) return true;
  return (status >= 200 && status < 300) || status === 404 || status === 501;
}
