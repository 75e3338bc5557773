import type { Clock } from "../clock.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Store } from "../store/store.ts";
import type { AnyTable, RowOf } from "../store/table.ts";
import type { EventBody } from "./event-log.ts";
import type { Disposer, Job } from "./job.ts";

/** Table of a kind of job: its rows have a status and a status reason. */
export type JobTable = AnyTable;
interface JobRow<Status extends string = string> {
  id: string;
  projectId: ProjectId;
  status: Status;
  statusReason: string | null;
}
export type RowOfJob<T extends JobTable> = RowOf<T> & JobRow;
export type ChangeOfJob<T extends JobTable> = Partial<Omit<RowOf<T>, "id" | "projectId" | "createdAt">> & {
  status?: string;
  statusReason?: string | null;
};
export type StatusOf<T extends JobTable> = RowOf<T> extends { status: infer Status extends string } ? Status : never;

export interface JobsOptions<T extends JobTable> {
  readonly table: T;
  readonly noun: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly transitions: TransitionTable<StatusOf<T>>;
  /** States of jobs that are lost when the service dies. */
  readonly working: readonly StatusOf<T>[];
  /** Maximum number of jobs that run at the same time; others wait for their turn. */
  readonly parallel: number;
  readonly logFile: (row: { readonly id: string }) => string;
  /** Event with the state of a row. */
  readonly event: (row: RowOf<T>) => EventBody;
  /** Change described by the last event of a log, if that event is an end. */
  readonly endIn: (lastEvent: unknown) => ChangeOfJob<T> | undefined;
  /** Change that fails a job for a reason: a job that was lost, or whose work threw an error. */
  readonly failure: (reason: string) => ChangeOfJob<T>;
  /** Values that every change includes, such as its time. */
  readonly stamp?: (row: RowOf<T>) => ChangeOfJob<T>;
  /** Ends the processes of a job that a killed service left running. */
  readonly killOrphans: (row: RowOf<T>) => Promise<unknown>;
  /** Runs after each end. */
  readonly ended?: (row: RowOf<T>) => Promise<void>;
}

export interface NewJob<T extends JobTable> {
  /** Runs the job and returns its last change; undefined when the job rests. An error fails the job. */
  readonly work: (job: Job<T>) => Promise<ChangeOfJob<T> | undefined>;
  /** Disposers of things that the job owns from its creation on; called even if the job never gets its turn. */
  readonly owned?: readonly Disposer[];
  /** Called when everything is ready, just before the row is inserted. Throws to reject the job. */
  readonly check?: () => void;
  /** Job that this one replaces: its end and the new row are written in one transaction. */
  readonly supersedes?: { readonly id: string; readonly change: ChangeOfJob<T> };
}

/** Successors of each state; a state without successors is terminal. */
type TransitionTable<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Checks the states of one kind of job. */
export class Transitions<Status extends string> {
  readonly #table: TransitionTable<Status>;

  constructor(table: TransitionTable<Status>) {
    this.#table = table;
  }

  isTerminal(status: Status): boolean {
    return this.#table[status].length === 0;
  }

  /** Predecessors of a state. */
  before(status: Status): Status[] {
    return (Object.keys(this.#table) as Status[]).filter((each) => this.#table[each].includes(status));
  }

  /** Throws when `to` is not a successor of `from`. */
  check(from: Status, to: Status): void {
    if (!this.#table[from].includes(to)) throw new TypeError(`${to} does not follow ${from}`);
  }
}
