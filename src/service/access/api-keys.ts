import type { OperationById } from "../../contract/index.ts";
import type { BodyOf, QueryOf, ResultOf } from "../../contract/operation.ts";
import type { Clock } from "../clock.ts";
import { newId } from "../ids.ts";
import type { Projects } from "../projects/projects.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { apiKeys, type StoredApiKey } from "./api-key-table.ts";
import type { Credential } from "./credential.ts";
import { CurrentKeyError } from "./current-key-error.ts";
import { isKeyLike, maskedKey, newApiKey } from "./key-format.ts";
import { KeyWatch } from "./key-watch.ts";

export type ApiKeyRecord = ResultOf<OperationById<"apiKeys.get">>;
type CreateBody = BodyOf<OperationById<"apiKeys.create">>;
type ListQuery = QueryOf<OperationById<"apiKeys.list">>;
type RotateBody = NonNullable<BodyOf<OperationById<"apiKeys.rotate">>>;

/** Key that was found by its text. */
export type FoundKey =
  | { readonly state: "valid"; readonly key: StoredApiKey }
  | { readonly state: "expired"; readonly at: number }
  | { readonly state: "project-deleted" };

/** A new key with its text, which is not stored. */
export interface CreatedKey {
  readonly stored: StoredApiKey;
  readonly key: string;
}

const DAY_MS = 86_400_000;
const GRACE_DAYS = 7;
const orders = { created_at: "createdAt", name: "name", expires_at: "expiresAt" } as const;

/** assumed: the local service has no users; a client requires the field (contract 2.19). */
const EMAIL = "local@localhost";

/**
 * API keys of the organization and of its projects (contract 2.19). Expiry follows the service's clock. A caller with a
 * key of one project reaches the keys of that project alone.
 */
export class ApiKeys {
  readonly #store: Store;
  readonly #rows: Rows<typeof apiKeys>;
  readonly #clock: Clock;
  readonly #projects: Projects;
  readonly #watch: KeyWatch;

  constructor({ store, clock, projects }: { store: Store; clock: Clock; projects: Projects }) {
    this.#store = store;
    this.#rows = store.rows(apiKeys);
    this.#clock = clock;
    this.#projects = projects;
    this.#watch = new KeyWatch(clock, (id) => this.#validUntil(id));
    projects.onDelete((id) => this.#deleteOf(id));
  }

  /**
   * Makes `token` the start-up key, which clients on this machine read from the state file. It replaces the one before,
   * after `local reset` or the loss of the state. A key of an earlier version of the database gets its mask.
   */
  setStartUp(token: string): void {
    const before = this.#rows.findBy("hash", token);
    if (before?.startUp === true && before.deletedAt === null) {
      if (before.maskedKey !== maskedKey(token)) this.#rows.update(before, { maskedKey: maskedKey(token) });
      return;
    }
    this.#store.transaction(() => {
      this.#rows.deleteEverywhere({ startUp: true });
      const id = newId();
      const name = "start-up key";
      this.#rows.insert({
        id,
        name,
        hash: token,
        maskedKey: maskedKey(token),
        startUp: true,
        creatorId: id,
        creatorName: name,
      });
    });
  }

  /** Key with this text, unless it was revoked. The look-up is by hash, so its time reveals nothing about keys. */
  find(token: string): FoundKey | undefined {
    const key = this.#rows.findBy("hash", token);
    if (!key) return undefined;
    if (key.deletedAt !== null) {
      const orphaned = key.projectScope !== null && this.#projects.wasDeleted(key.projectScope);
      return orphaned ? { state: "project-deleted" } : undefined;
    }
    if (key.expiresAt !== null && key.expiresAt <= this.#clock.now()) return { state: "expired", at: key.expiresAt };
    return { state: "valid", key };
  }

  /** Calls `end` once, when a key is deleted or expires. Returns a function that stops the watch. */
  watch(id: string, end: () => void): () => void {
    return this.#watch.add(id, end);
  }

  /** Creates a key. Throws an {@link ResourceError} for a project that does not exist, or is not the caller's. */
  create(caller: Credential, { name, days_to_expire = null, project_id }: CreateBody): CreatedKey {
    requireApiKey(caller);
    return this.#insert(caller, { name, lifetimeDays: days_to_expire, projectScope: this.#scope(caller, project_id) });
  }

  /** Page of the keys that a caller reaches. */
  list(caller: Credential, query: ListQuery): ListPage<typeof apiKeys> {
    const { name, query: search, sort_by = "created_at", limit, offset, include_deleted = false } = query;
    return this.#rows.ofOrganization().list({
      where: caller.projectId === null ? {} : { projectScope: caller.projectId },
      named: name,
      query: search,
      status: query.status ?? (include_deleted ? "all" : "active"),
      sortBy: orders[sort_by],
      direction: query.sort_direction ?? (sort_by === "created_at" ? "desc" : "asc"),
      limit,
      offset,
    });
  }

  /** Key with an id. Throws an {@link ResourceError} `not-found`, also for a key out of the caller's reach. */
  require(caller: Credential, id: string, { deleted = false } = {}): StoredApiKey {
    const key = this.#rows.ofOrganization().byId(id, deleted ? "all" : "active");
    if (!key || (caller.projectId !== null && caller.projectId !== key.projectScope)) {
      if (!isKeyLike(id)) throw ResourceError.notFound("API key", id);
      throw new ResourceError(
        "not-found",
        `${maskedKey(id)} is an API key, not the id of one; browserctl api-keys list shows the ids`,
      );
    }
    return key;
  }

  rename(caller: Credential, id: string, name: string): StoredApiKey {
    requireApiKey(caller);
    const key = this.require(caller, id);
    return this.#rows.update(key, { name }) ?? key;
  }

  /** Deletes a key: it stops working at once, and its streams end. Its record stays. */
  delete(caller: Credential, id: string): void {
    requireApiKey(caller);
    const key = this.require(caller, id);
    if (key.startUp) {
      const message =
        "the start-up key of the local service cannot be deleted: every client on this machine would be locked out; " +
        "`browserctl local reset` replaces it, and removes everything that the service stores";
      throw key.id === caller.id ? new CurrentKeyError(message) : new ResourceError("conflict", message);
    }
    if (key.id === caller.id) {
      throw new CurrentKeyError("this is the API key of the request; delete it with another one");
    }
    this.#end(key);
  }

  /**
   * Replaces a key by a new one of the same name and scope. The old key works until the end of the grace period, and
   * never longer than before.
   */
  rotate(caller: Credential, id: string, { days_to_expire, expire_in_days }: RotateBody): CreatedKey {
    requireApiKey(caller);
    const old = this.require(caller, id);
    if (old.startUp) {
      throw new ResourceError(
        "conflict",
        "the start-up key of the local service cannot be rotated: clients on this machine read it from the state file; " +
          "create another key for other uses, or replace it and everything stored: `browserctl local reset`",
      );
    }
    if (old.replacedBy !== null) {
      throw new ResourceError(
        "conflict",
        `API key ${old.id} was rotated already; its replacement is ${old.replacedBy}; ` +
          `end it at once with: browserctl api-keys delete ${old.id}`,
      );
    }
    const graceDays = expire_in_days ?? GRACE_DAYS;
    const lifetimeDays = days_to_expire === undefined ? old.lifetimeDays : days_to_expire;
    if (lifetimeDays !== null && lifetimeDays < graceDays) throw shorterThanGrace(lifetimeDays, graceDays);
    const graceEnd = this.#clock.now() + graceDays * DAY_MS;
    const created = this.#store.transaction(() => {
      const made = this.#insert(caller, { name: old.name, lifetimeDays, projectScope: old.projectScope });
      const expiresAt = Math.min(old.expiresAt ?? Number.POSITIVE_INFINITY, graceEnd);
      this.#rows.update(old, { expiresAt, replacedBy: made.stored.id });
      return made;
    });
    this.#watch.changed(old.id);
    return created;
  }

  /** API record of a key (contract 2.19). */
  record(key: Omit<StoredApiKey, "hash">): ApiKeyRecord {
    const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
    return {
      id: key.id,
      name: key.name,
      masked_key: key.maskedKey,
      created_at: new Date(key.createdAt).toISOString(),
      created_by: { id: key.creatorId, email: EMAIL, name: key.creatorName },
      expires_at: time(key.expiresAt),
      deleted_at: time(key.deletedAt),
      project_id: key.projectScope,
      project_name: key.projectScope === null ? null : (this.#projects.nameOf(key.projectScope) ?? null),
    };
  }

  #insert(caller: Credential, facts: Pick<StoredApiKey, "name" | "lifetimeDays" | "projectScope">): CreatedKey {
    const key = newApiKey();
    const createdAt = this.#clock.now();
    const { lifetimeDays } = facts;
    const stored = this.#rows.insert({
      ...facts,
      hash: key,
      maskedKey: maskedKey(key),
      creatorId: caller.id,
      creatorName: caller.name,
      createdAt,
      expiresAt: lifetimeDays === null ? null : createdAt + lifetimeDays * DAY_MS,
    });
    return { stored, key };
  }

  /** Project of a new key. A caller of one project learns nothing about the others: their ids are not looked up. */
  #scope(caller: Credential, projectId: string | null | undefined): ProjectId | null {
    if (caller.projectId !== null) {
      if (projectId === undefined || projectId === caller.projectId) return caller.projectId;
      throw new ResourceError("forbidden", "a key of one project creates keys of that project alone", {
        problems: [{ path: "project_id", message: "must be the project of the calling key, or left out" }],
      });
    }
    if (projectId === undefined || projectId === null) return null;
    const project = this.#projects.byId(projectId);
    if (project?.status === "active") return project.id;
    throw ResourceError.invalid([
      { path: "project_id", message: `there is no active project with the id ${JSON.stringify(projectId)}` },
    ]);
  }

  /** Deletes the keys of a project: none of them works again. */
  #deleteOf(projectScope: ProjectId): void {
    const next = (): StoredApiKey | undefined => this.#rows.ofOrganization().first({ projectScope });
    for (let key = next(); key; key = next()) this.#end(key);
  }

  #end(key: StoredApiKey): void {
    this.#rows.update(key, { deletedAt: this.#clock.now() });
    this.#watch.changed(key.id);
  }

  #validUntil(id: string): number | undefined {
    const key = this.#rows.ofOrganization().byId(id);
    if (!key) return undefined;
    if (key.expiresAt === null) return Number.POSITIVE_INFINITY;
    return key.expiresAt > this.#clock.now() ? key.expiresAt : undefined;
  }
}

function requireApiKey(caller: Credential): void {
  if (caller.kind === "api_key") return;
  throw new ResourceError("forbidden", "the token of an invocation cannot change API keys; use an API key");
}

function shorterThanGrace(lifetimeDays: number, graceDays: number): ResourceError {
  return ResourceError.invalid([
    {
      path: "days_to_expire",
      message:
        `the new key would expire after ${lifetimeDays} d, before the old one after ${graceDays} d; ` +
        "raise days_to_expire or lower expire_in_days",
    },
  ]);
}
