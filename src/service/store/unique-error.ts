import { type Answer, AnsweredError } from "../driver-error.ts";

/** Values of a row that conflict with a unique index. */
export interface Taken {
  readonly noun: string;
  /** The columns whose values are taken. */
  readonly columns: readonly string[];
  readonly values: readonly unknown[];
  /** Id of the row that has them; undefined when that row is already gone. */
  readonly holder: string | undefined;
}

/** Error for a unique value that another row has. */
export class UniqueError extends AnsweredError<"name-taken"> {
  override readonly name = "UniqueError";
  readonly taken: Taken;

  constructor(taken: Taken, cause?: unknown) {
    const { noun, columns, values, holder } = taken;
    const whose = holder === undefined ? `another ${noun}` : `the ${noun} "${holder}"`;
    const value = values.map((each) => JSON.stringify(each)).join(", ");
    const problems = columns.map((path) => ({ path, message: "is in use" }));
    super("name-taken", `${columns[0]}: ${whose} already has the ${columns.join(", ")} ${value}`, { problems, cause });
    this.taken = taken;
  }

  override get answer(): Answer {
    return { code: "conflict", detail: "conflict", retry: false };
  }
}

const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

/** Columns in SQL of a unique index that refused a row; undefined for any other error. */
export function takenColumns(error: unknown): string[] | undefined {
  const { errcode, message = "" } = (error ?? {}) as { errcode?: number; message?: string };
  if (errcode !== SQLITE_CONSTRAINT_UNIQUE && errcode !== SQLITE_CONSTRAINT_PRIMARYKEY) return undefined;
  // "UNIQUE constraint failed: profiles.project_id, profiles.name"
  const names = message.split(": ").at(-1) ?? "";
  return names.split(", ").map((name) => name.split(".").at(-1) ?? name);
}
