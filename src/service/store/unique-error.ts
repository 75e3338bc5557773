/** A value that another row has and that no two rows may share. */
export class UniqueError extends Error {
  override readonly name = "UniqueError";
  readonly table: string;
  /** The columns whose values are taken. */
  readonly columns: readonly string[];
  /** Id of the row that has them; undefined where it is gone by now, or is one of another scope. */
  readonly holder: string | undefined;

  constructor(table: string, columns: readonly string[], holder: string | undefined, options?: ErrorOptions) {
    super(`${table}: ${columns.join(", ")} is taken${holder === undefined ? "" : ` by ${holder}`}`, options);
    this.table = table;
    this.columns = columns;
    this.holder = holder;
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
