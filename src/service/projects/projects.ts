import type { OperationById } from "../../contract/index.ts";
import type { ResultOf } from "../../contract/operation.ts";
import type { Clock } from "../clock.ts";
import { DiskFullError } from "../disk-full.ts";
import type { ProjectId } from "../store/project-id.ts";
import { ResourceError } from "../store/resource-error.ts";
import type { Rows } from "../store/rows.ts";
import type { ListOptions, ListPage } from "../store/scoped-rows.ts";
import type { Store } from "../store/store.ts";
import type { AnyTable } from "../store/table.ts";
import { ProjectError, projectsDisabled } from "./project-errors.ts";
import { type Project, projects } from "./project-table.ts";

export type { Project } from "./project-table.ts";

/** Settings: the default limit of sessions of a project, and whether projects are enabled. */
const DEFAULT_SESSIONS = "default_project_max_concurrent_sessions";
const ENABLED = "projects_enabled";

export interface ProjectsOptions {
  store: Store;
  clock: Clock;
  /** Enables or disables projects from now on. When omitted: as in the previous run, and enabled in the first run. */
  projectsEnabled?: boolean | undefined;
}

/** Limits of a project; null for none. */
export type LimitsOfProject = Pick<Project, "maxConcurrentSessions" | "maxConcurrentInvocations">;

/** Kind of work that a project has a limit for. */
export type LimitedWork = "sessions" | "invocations";

/**
 * Projects of the only organization. There is always an active default project (contract 0.4 rule 2). While projects
 * are disabled the others stay stored, but no request finds them.
 */
export class Projects {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #rows: Rows<typeof projects>;
  readonly enabled: boolean;
  readonly #deleteListeners: ((id: ProjectId) => void)[] = [];

  constructor({ store, clock, projectsEnabled }: ProjectsOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#rows = store.rows(projects);
    if (projectsEnabled !== undefined) store.setMeta(ENABLED, String(projectsEnabled));
    this.enabled = store.meta(ENABLED) !== "false";
    if (!this.#own.first({ isDefault: true })) this.#insert("default", true);
    this.#forgetDeleted();
  }

  /** The project of requests without a project header. */
  default(): Project {
    const project = this.#own.first({ isDefault: true });
    if (!project) throw new Error("the state database has no default project");
    return project;
  }

  byId(id: string): Project | undefined {
    return this.#reachable(this.#own.byId(id));
  }

  /** Name of a project for records that refer to it, also of a deleted project and while projects are disabled. */
  nameOf(id: ProjectId): string | undefined {
    return this.#own.byId(id, "all")?.name;
  }

  /** True for a project that was deleted. */
  wasDeleted(id: ProjectId): boolean {
    return this.#own.byId(id, "deleted") !== undefined;
  }

  /** Project with an id, otherwise with exactly this name. */
  find(idOrName: string): Project | undefined {
    return this.#reachable(this.#own.find(idOrName));
  }

  /** Throws a {@link ProjectError} `disabled` while projects are disabled. */
  checkEnabled(): void {
    if (!this.enabled) throw projectsDisabled();
  }

  /** Project with an id or an exact name. Throws a {@link ResourceError} `not-found`. */
  require(idOrName: string): Project {
    const project = this.find(idOrName);
    if (!project) throw ResourceError.notFound("project", idOrName);
    return project;
  }

  /** Creates an active project. Throws a UniqueError for a name in use. */
  create(name: string): Project {
    return this.#insert(name, false);
  }

  list(options?: ListOptions<typeof projects>): ListPage<typeof projects> {
    return this.#own.list(options);
  }

  /** Ids of the projects whose names contain a text. */
  idsNamed(part: string): ProjectId[] {
    return this.#own.idsWith(part);
  }

  /**
   * Renames, archives or restores a project. Throws a UniqueError for a name in use; a {@link ProjectError}
   * `last-active` for the only active project; a {@link ResourceError} `conflict` for the default project, `in-use`
   * while something runs in it.
   */
  update(project: Project, { name, status }: Partial<Pick<Project, "name" | "status">>): Project {
    if (status === "archived" && project.status === "active") this.#checkArchivable(project);
    const change = { ...(name !== undefined && { name }), ...(status && { status }), updatedAt: this.#clock.now() };
    return this.#rows.change(project, change);
  }

  /**
   * Deletes a project softly. Throws a {@link ProjectError} `last-active` for the only active project, `not-empty`
   * while it has resources of any kind; a {@link ResourceError} `conflict` for the default project.
   */
  delete(project: Project): void {
    this.#checkSpare(project, "deleted");
    const resources = this.#count(project, ({ options }) => options.active ?? {});
    if (resources.length > 0) {
      const text = `project ${named(project)} has ${listed(resources)}; delete or end them first, or archive the project`;
      throw new ProjectError("not-empty", text);
    }
    const now = this.#clock.now();
    this.#store.transaction(() => {
      this.#rows.change(project, { deletedAt: now, updatedAt: now });
      for (const listener of this.#deleteListeners) listener(project.id);
    });
  }

  /** Calls `listener` for every project that is deleted, within the same transaction. */
  onDelete(listener: (id: ProjectId) => void): void {
    this.#deleteListeners.push(listener);
  }

  /** Changes limits: null and 0 remove one, undefined keeps it. */
  setLimits(project: Project, change: { [Name in keyof LimitsOfProject]?: number | null | undefined }): Project {
    const { maxConcurrentSessions: sessions, maxConcurrentInvocations: invocations } = change;
    return this.#rows.change(project, {
      ...(sessions !== undefined && { maxConcurrentSessions: sessions || null }),
      ...(invocations !== undefined && { maxConcurrentInvocations: invocations || null }),
      updatedAt: this.#clock.now(),
    });
  }

  /** Limit of sessions for projects without their own limit; null for no limit. */
  get defaultSessions(): number | null {
    return Number(this.#store.meta(DEFAULT_SESSIONS) ?? 0) || null;
  }

  set defaultSessions(limit: number | null) {
    this.#store.setMeta(DEFAULT_SESSIONS, String(limit ?? 0));
  }

  /**
   * Checks that a project with `running` running resources may start one more. Throws a {@link ProjectError}
   * `limit-reached`. The caller must count and add without awaiting in between, so that concurrent creations do not
   * exceed the limit.
   */
  checkLimit(projectId: ProjectId, what: LimitedWork, running: number): void {
    const project = this.#own.byId(projectId);
    if (!project) return;
    const own = what === "sessions" ? project.maxConcurrentSessions : project.maxConcurrentInvocations;
    const limit = own ?? (what === "sessions" ? this.defaultSessions : null);
    if (limit === null || running < limit) return;
    const whose = own === null ? "the limit of the organization for each project" : "its limit";
    const raise =
      own === null
        ? "org limits set --default-project-max-concurrent-sessions"
        : `projects limits set ${project.id} --max-concurrent-${what}`;
    throw new ProjectError(
      "limit-reached",
      `project ${named(project)} already runs ${counted(running, what.slice(0, -1))}, and ${limit} is ${whose}; ` +
        `end one, or raise the limit with: browserctl ${raise} N`,
    );
  }

  /**
   * Removes ended resources of deleted projects, such as sessions and invocations, because no request reaches them.
   * Runs at the start of the service, which then removes files without a row; when the disk is full, the next start
   * does it.
   */
  #forgetDeleted(): void {
    const scoped = this.#store.tables.filter(({ options }) => options.scope === "project");
    const deleted = this.#rows.everywhere().filter(({ deletedAt }) => deletedAt !== null);
    if (deleted.length === 0) return;
    try {
      this.#store.transaction(() => {
        for (const { id } of deleted) {
          for (const table of scoped) this.#store.rows(table).in(id).prune({ by: "createdAt", keep: 0 });
        }
      });
    } catch (error) {
      if (!(error instanceof DiskFullError)) throw error;
    }
  }

  get #own() {
    return this.#rows.ofOrganization();
  }

  #reachable(project: Project | undefined): Project | undefined {
    return this.enabled || project?.isDefault ? project : undefined;
  }

  #insert(name: string, isDefault: boolean): Project {
    const createdAt = this.#clock.now();
    return this.#rows.insert({ name, status: "active", isDefault, createdAt, updatedAt: createdAt });
  }

  #checkArchivable(project: Project): void {
    this.#checkSpare(project, "archived");
    const working = this.#count(project, ({ options }) => options.working);
    if (working.length === 0) return;
    throw new ResourceError("in-use", `project ${named(project)} has ${listed(working)} at work; end them first`);
  }

  /** assumed: requests without a project header need the default project, so it stays. */
  #checkSpare(project: Project, done: "archived" | "deleted"): void {
    if (project.status === "active" && this.#own.count({ status: "active" }) === 1) {
      const text = `project ${named(project)} is the last active one and cannot be ${done}: an organization needs one`;
      throw new ProjectError("last-active", text);
    }
    if (!project.isDefault) return;
    const why = "requests that name no project go there";
    throw new ResourceError("conflict", `project ${named(project)} is the default one and cannot be ${done}: ${why}`);
  }

  /** Number of rows of a project that match a condition, by table; 0 for tables without a condition. */
  #count({ id }: Project, where: (table: AnyTable) => object | undefined): [noun: string, count: number][] {
    return this.#store.tables.flatMap((table): [string, number][] => {
      const condition = table.options.scope === "project" ? where(table) : undefined;
      const count = condition ? this.#store.rows(table).in(id).count(condition) : 0;
      return count === 0 ? [] : [[table.options.noun, count]];
    });
  }
}

/** API record of a project (spec 2.6). */
export function projectRecord(project: Project): ResultOf<OperationById<"projects.get">> {
  const { id, name, status, createdAt, updatedAt } = project;
  const time = (ms: number): string => new Date(ms).toISOString();
  return { id, name, status, created_at: time(createdAt), updated_at: time(updatedAt) };
}

/** API record of the limits of a project (contract 2.18). */
export function limitsRecord(project: LimitsOfProject): ResultOf<OperationById<"projects.limits">> {
  return {
    max_concurrent_sessions: project.maxConcurrentSessions,
    max_concurrent_invocations: project.maxConcurrentInvocations,
    max_pooled_sessions: null,
  };
}

function named({ name }: Project): string {
  return JSON.stringify(name);
}

function listed(counts: readonly (readonly [noun: string, count: number])[]): string {
  return counts.map(([noun, count]) => counted(count, noun)).join(", ");
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : noun.replace(/y$/, "ie").concat("s")}`;
}
