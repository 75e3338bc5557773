import type { Clock } from "../clock.ts";
import type { ProjectId } from "../store/project-id.ts";
import type { Store } from "../store/store.ts";
import type { AnyTable, RowOf } from "../store/table.ts";
import type { EventBody } from "./event-log.ts";
import type { Disposer, Job } from "./job.ts";
import type { TransitionTable } from "./transitions.ts";

/** The table of a kind of job: its rows have a status and its reason. */
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
  /** Jobs that work at the same time; others wait for their turn. */
  readonly parallel: number;
  readonly logFile: (row: { readonly id: string }) => string;
  /** The event that tells the state of a row. */
  readonly event: (row: RowOf<T>) => EventBody;
  /** The change that the last event of a log tells, where that is an end. */
  readonly endIn: (lastEvent: unknown) => ChangeOfJob<T> | undefined;
  /** The end of a job for a reason: of one that was lost, or whose work threw. */
  readonly failure: (reason: string) => ChangeOfJob<T>;
  /** Values that every change has, such as its time. */
  readonly stamp?: (row: RowOf<T>) => ChangeOfJob<T>;
  /** Ends what a killed service left running of a job. */
  readonly killOrphans: (row: RowOf<T>) => Promise<unknown>;
  /** Runs after each end. */
  readonly ended?: (row: RowOf<T>) => Promise<void>;
}

export interface NewJob<T extends JobTable> {
  /** Does the job and gives its last change; none where the job rests. What it throws fails the job. */
  readonly work: (job: Job<T>) => Promise<ChangeOfJob<T> | undefined>;
  /** Things that the job owns from its creation on: disposed even if the job never gets its turn. */
  readonly owned?: readonly Disposer[];
  /** Checked when everything is ready, right before there is a row. Throws to refuse it. */
  readonly check?: () => void;
  /** A job that ends for this one: its end and this row are one transaction. */
  readonly supersedes?: { readonly id: string; readonly change: ChangeOfJob<T> };
}
