import type { OperationById } from "../../contract/index.ts";
import type { BodyOf, QueryOf, ResultOf } from "../../contract/operation.ts";
import { commandLine } from "../../core/command-line.ts";
import type { Clock } from "../clock.ts";
import { type Answer, AnsweredError } from "../driver-error.ts";
import { newId } from "../ids.ts";
import type { Projects } from "../projects/projects.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import { apiKeys, type StoredApiKey } from "./api-key-table.ts";
import type { Credential } from "./credential.ts";
import { isKeyLike, maskedKey, newApiKey } from "./key-format.ts";
import { checkGrant, earlierEnd } from "./key-grants.ts";
import { KeyLineage } from "./key-lineage.ts";
import { KeyWatch } from "./key-watch.ts";

export type ApiKeyRecord = ResultOf<OperationById<"apiKeys.get">>;
type CreateBody = BodyOf<OperationById<"apiKeys.create">>;
type ListQuery = QueryOf<OperationById<"apiKeys.list">>;
type RotateBody = NonNullable<BodyOf<OperationById<"apiKeys.rotate">>>;

/** Result of looking up a key by its text. */
export type FoundKey =
  | { readonly state: "valid"; readonly key: StoredApiKey }
  | { readonly state: "expired"; readonly at: number }
  | { readonly state: "project-deleted" }
  /** Token of an earlier run of the service, which was killed. */
  | { readonly state: "of-killed-run" };

/** New key with its text, which is not stored. */
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
 * key of one project sees only the keys of that project, and changes only those that it made ({@link KeyLineage}).
 */
export class ApiKeys {
  readonly #store: Store;
  readonly #rows: Rows<typeof apiKeys>;
  readonly #clock: Clock;
  readonly #projects: Projects;
  readonly #watch: KeyWatch;
  readonly #lineage: KeyLineage;
  #killedRun: string | undefined;

  constructor({ store, clock, projects }: { store: Store; clock: Clock; projects: Projects }) {
    this.#store = store;
    this.#rows = store.rows(apiKeys);
    this.#lineage = new KeyLineage(this.#rows);
    this.#clock = clock;
    this.#projects = projects;
    this.#watch = new KeyWatch(clock, (id) => this.validUntil(id));
    projects.onDelete((id) => this.#deleteOf(id));
  }

  /**
   * Makes `token` the start-up key, which clients on this machine read from the state file. It replaces the previous
   * start-up key after `local reset`, the loss of the state or a crash.
   *
   * @param killedRun token of the previous run of the service, if that run was killed
   */
  setStartUp(token: string, killedRun?: string): void {
    this.#killedRun = killedRun;
    const before = this.#rows.findBy("hash", token);
    if (before?.startUp === true && before.deletedAt === null) return;
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
    if (!key) return token === this.#killedRun ? { state: "of-killed-run" } : undefined;
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

  /**
   * Creates a key. Without a lifetime it ends with the caller. Throws an {@link ResourceError} for a project that does not
   * exist, and for more than the caller may grant.
   */
  create(credential: Credential, { name, days_to_expire, project_id }: CreateBody): CreatedKey {
    const caller = this.#caller(credential);
    const createdAt = this.#clock.now();
    const expiresAt = days_to_expire === undefined ? caller.expiresAt : daysAfter(createdAt, days_to_expire);
    checkGrant(caller, { projectScope: project_id === undefined ? caller.projectScope : project_id, expiresAt });
    const projectScope = caller.projectScope ?? this.#activeProject(project_id ?? null);
    return this.#insert(caller, { name, projectScope, createdAt, expiresAt, makerId: this.#lineage.makerOf(caller) });
  }

  /** Page of the keys that a caller may see. */
  list(caller: Credential, query: ListQuery): ListPage<typeof apiKeys> {
    const { name, query: search, sort_by = "created_at", limit, offset, include_deleted = false } = query;
    return this.#rows.ofOrganization().list({
      where: caller.projectId === null ? {} : { projectScope: caller.projectId },
      named: name,
      query: search,
      ...(search !== undefined && { orWhere: { projectScope: this.#projects.idsNamed(search) } }),
      status: query.status ?? (include_deleted ? "all" : "active"),
      sortBy: orders[sort_by],
      direction: query.sort_direction ?? (sort_by === "created_at" ? "desc" : "asc"),
      limit,
      offset,
    });
  }

  /** Key with an id. Throws an {@link ResourceError} `not-found`, also for a key that the caller may not see. */
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

  /** Renames a key. Throws an {@link ResourceError} for a key that the caller did not make. */
  rename(credential: Credential, id: string, name: string): StoredApiKey {
    const { key } = this.#managed(credential, id);
    return this.#rows.update(key, { name }) ?? key;
  }

  /**
   * Deletes a key and the keys that it made: they stop working at once, and their streams end. Their records stay.
   * Throws an {@link ResourceError} for a key that the caller did not make.
   */
  delete(credential: Credential, id: string): void {
    const { caller, key } = this.#managed(credential, id);
    if (key.startUp) {
      const message =
        "the start-up key of the local service cannot be deleted: every client on this machine would be locked out; " +
        "`browserctl local reset` replaces it, and removes everything that the service stores";
      throw key.id === caller.id ? new CurrentKeyError(message) : new ResourceError("conflict", message);
    }
    if (key.id === caller.id) {
      throw new CurrentKeyError("this is the API key of the request; delete it with another one");
    }
    if (this.#lineage.isDescendant(caller, key)) {
      throw new CurrentKeyError(
        "this key made the API key of the request, which would be deleted with it; delete it with another one",
      );
    }
    const ended = [key, ...this.#lineage.descendants(key)];
    this.#store.transaction(() => {
      for (const each of ended) this.#end(each);
    });
  }

  /**
   * Replaces a key by a new one of the same name and scope, which becomes the maker of the old key's keys. The old key
   * works until the end of the grace period, but never longer than before. Throws an {@link ResourceError} for a key
   * that the caller did not make, and for a longer life than the caller may grant.
   */
  rotate(credential: Credential, id: string, { days_to_expire, expire_in_days }: RotateBody): CreatedKey {
    const { caller, key: old } = this.#managed(credential, id);
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
          `end it at once with: ${commandLine`api-keys delete ${old.id}`}`,
      );
    }
    const graceDays = expire_in_days ?? GRACE_DAYS;
    const createdAt = this.#clock.now();
    const graceEnd = createdAt + graceDays * DAY_MS;
    const wantedEnd = daysAfter(createdAt, days_to_expire === undefined ? old.lifetimeDays : days_to_expire);
    if (days_to_expire !== undefined) checkGrant(caller, { projectScope: old.projectScope, expiresAt: wantedEnd });
    const expiresAt = earlierEnd(wantedEnd, caller.expiresAt);
    if (expiresAt !== null && expiresAt < graceEnd) throw shorterThanGrace((expiresAt - createdAt) / DAY_MS, graceDays);
    const { name, projectScope } = old;
    const { made, sooner } = this.#store.transaction(() => {
      const makerId = this.#lineage.makerOfSuccessor(caller, old);
      const made = this.#insert(caller, { name, projectScope, createdAt, expiresAt, makerId });
      this.#rows.update(old, { expiresAt: earlierEnd(old.expiresAt, graceEnd), replacedBy: made.stored.id });
      return { made, sooner: this.#lineage.handOver(old, made.stored) };
    });
    for (const { id } of [old, ...sooner]) this.#watch.changed(id);
    return made;
  }

  /** API record of a key (contract 2.19), as `reader` may see it. */
  record(key: Omit<StoredApiKey, "hash">, reader: Credential): ApiKeyRecord {
    const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
    return {
      id: key.id,
      name: key.name,
      masked_key: key.maskedKey,
      created_at: new Date(key.createdAt).toISOString(),
      created_by: this.#creator(key, reader),
      expires_at: time(key.expiresAt),
      deleted_at: time(key.deletedAt),
      project_id: key.projectScope,
      project_name: key.projectScope === null ? null : (this.#projects.nameOf(key.projectScope) ?? null),
    };
  }

  /** Creator of a key; shown as the organization when the reader may not see the creating key. */
  #creator({ creatorId, creatorName }: Omit<StoredApiKey, "hash">, reader: Credential): ApiKeyRecord["created_by"] {
    const isSeen =
      reader.projectId === null ||
      this.#rows.ofOrganization().byId(creatorId, "all")?.projectScope === reader.projectId;
    return isSeen
      ? { id: creatorId, email: EMAIL, name: creatorName }
      : { id: this.#store.organizationId, email: EMAIL, name: null };
  }

  #insert(
    caller: StoredApiKey,
    facts: Pick<StoredApiKey, "name" | "projectScope" | "createdAt" | "expiresAt" | "makerId">,
  ): CreatedKey {
    const key = newApiKey();
    const { createdAt, expiresAt } = facts;
    const stored = this.#rows.insert({
      ...facts,
      hash: key,
      maskedKey: maskedKey(key),
      creatorId: caller.id,
      creatorName: caller.name,
      lifetimeDays: expiresAt === null ? null : Math.ceil((expiresAt - createdAt) / DAY_MS),
    });
    return { stored, key };
  }

  /**
   * Current state of the key of a request. Throws an {@link ResourceError} for another kind of credential, and for a
   * key that ended while the request arrived.
   */
  #caller({ kind, id }: Credential): StoredApiKey {
    if (kind !== "api_key") {
      throw new ResourceError("forbidden", "the token of an invocation cannot change API keys; use an API key");
    }
    const caller = this.validUntil(id) === undefined ? undefined : this.#rows.ofOrganization().byId(id);
    if (!caller) throw new ResourceError("forbidden", "the API key of the request expired or was deleted meanwhile");
    return caller;
  }

  /** Key with an id that the caller may change. Throws an {@link ResourceError} `not-found` or `forbidden`. */
  #managed(credential: Credential, id: string): { caller: StoredApiKey; key: StoredApiKey } {
    const caller = this.#caller(credential);
    const key = this.require(credential, id);
    this.#lineage.checkManages(caller, key);
    return { caller, key };
  }

  /**
   * Project of a new key. Not called for a caller of one project, so that the ids of other projects are not looked up.
   */
  #activeProject(id: string | null): ProjectId | null {
    if (id === null) return null;
    const project = this.#projects.byId(id);
    if (project?.status === "active") return project.id;
    throw ResourceError.invalid([
      { path: "project_id", message: `there is no active project with the id ${JSON.stringify(id)}` },
    ]);
  }

  /** Deletes the keys of a project; they stop working at once. */
  #deleteOf(projectScope: ProjectId): void {
    const next = (): StoredApiKey | undefined => this.#rows.ofOrganization().first({ projectScope });
    for (let key = next(); key; key = next()) this.#end(key);
  }

  #end(key: StoredApiKey): void {
    this.#rows.update(key, { deletedAt: this.#clock.now() });
    this.#watch.changed(key.id);
  }

  /**
   * Time in milliseconds since 1970 until which a key is valid; infinite for no end, undefined when it is not valid
   * now.
   */
  validUntil(id: string): number | undefined {
    const key = this.#rows.ofOrganization().byId(id);
    if (!key) return undefined;
    if (key.expiresAt === null) return Number.POSITIVE_INFINITY;
    return key.expiresAt > this.#clock.now() ? key.expiresAt : undefined;
  }
}

/** Time a number of days after another; null for no end. */
function daysAfter(time: number, days: number | null): number | null {
  return days === null ? null : time + days * DAY_MS;
}

function shorterThanGrace(lifetimeDays: number, graceDays: number): ResourceError {
  const whole = Math.floor(lifetimeDays);
  return ResourceError.invalid([
    {
      path: "days_to_expire",
      message:
        `the new key would expire after ${whole} d, before the old one after ${graceDays} d; ` +
        "raise days_to_expire or lower expire_in_days",
    },
  ]);
}

/** Error for a request that would delete the API key that it was sent with. */
export class CurrentKeyError extends AnsweredError<"current"> {
  override readonly name = "CurrentKeyError";

  constructor(message: string) {
    super("current", message);
  }

  override get answer(): Answer {
    return { code: "cannot_delete_current_key" };
  }
}
