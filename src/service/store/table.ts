import { type AnyColumn, type ColumnFacts, type Columns, text, time } from "./column.ts";
import type { IdOf, ProjectId } from "./project-id.ts";

/** Owner of rows: a project, or the one organization. */
export type Scope = "project" | "organization";

/** Makes keys of a mapped type readable in messages of the compiler. */
type Flat<T> = { [Key in keyof T]: T[Key] };
type Key<C> = keyof C & string;
type Tagged<C extends Columns, Tag> = { [K in Key<C>]: Tag extends C[K]["tag"] ? K : never }[Key<C>];
type Own<T> = { id: IdOf<NameOf<T>>; createdAt: number } & (ScopeOf<T> extends "project"
  ? { projectId: ProjectId }
  : unknown);

/** States of rows: a column is absent, or one of several values. */
type RowStates<C> = { readonly [K in Key<C>]?: null | readonly string[] };

export interface TableOptions<S extends Scope, C extends Columns, Order extends string> {
  /** Noun for a row in messages. */
  readonly noun: string;
  readonly scope: S;
  readonly columns: C;
  /** Column that `find` accepts in addition to the id. */
  readonly name?: Key<C>;
  /**
   * Columns whose combined values are unique in a scope; in a table with `deletedAt`, unique among rows that are not
   * deleted.
   */
  readonly unique?: readonly (readonly Key<C>[])[];
  /**
   * Columns whose combined values are unique in a scope while another column, such as the time of an end, is absent.
   */
  readonly uniqueUntil?: readonly { readonly columns: readonly Key<C>[]; readonly until: Key<C> }[];
  /** Columns that lists are often filtered by; each has an index. */
  readonly filters?: readonly Key<C>[];
  /** Texts that a search covers, without case and accents. */
  readonly search?: readonly Key<C>[];
  /**
   * Ids that a search compares, with the kind of comparison; the row's own id is compared whole unless it is listed.
   */
  readonly searchIds?: { readonly [K in Key<C> | "id"]?: IdMatch };
  /** Columns that lists are sorted by on request. */
  readonly orders?: readonly Order[];
  /** More indexes, over all scopes. */
  readonly indexes?: readonly (readonly Key<C>[])[];
  /** Time of deletion of a row: deleted rows are kept, but found only on request. */
  readonly deletedAt?: Key<C>;
  /** Rows that prevent the deletion of their project; when omitted, all rows that are not deleted. */
  readonly active?: RowStates<C>;
  /** Rows that prevent archiving their project, because something runs for them; none when omitted. */
  readonly working?: RowStates<C>;
}

/** Comparison of an id with a search: case-sensitive, unlike that of texts. */
export type IdMatch = "whole" | "prefix" | "part";

/** Table: everything else about its rows derives from this declaration. */
export class Table<
  S extends Scope = Scope,
  C extends Columns = Columns,
  Order extends string = string,
  Name extends string = string,
> {
  declare readonly types: { readonly scope: S; readonly columns: C; readonly order: Order; readonly name: Name };
  readonly name: Name;
  readonly options: TableOptions<S, C, Order>;
  /** All columns, in order, including those that every table has. */
  readonly columns: ReadonlyMap<string, { readonly sql: string; readonly facts: ColumnFacts }>;

  constructor(name: Name, options: TableOptions<S, C, Order>) {
    this.name = name;
    this.options = options;
    const own: Record<string, AnyColumn> = {
      id: text().fixed(),
      ...(options.scope === "project" && { projectId: text().fixed().references("projects") }),
      ...options.columns,
      createdAt: time().fixed(),
    };
    this.columns = new Map(Object.entries(own).map(([key, { facts }]) => [key, { sql: snakeCase(key), facts }]));
  }

  /** Name of a column in SQL. Throws for a column that the table does not have. */
  sql(key: string): string {
    const column = this.columns.get(key);
    if (!column) throw new TypeError(`the table ${this.name} has no column ${key}`);
    return column.sql;
  }

  get searches(): boolean {
    return this.options.search !== undefined;
  }

  /** Ids that a search compares, by key. */
  get searchIds(): Readonly<Record<string, IdMatch>> {
    return { id: "whole", ...(this.options.searchIds as Readonly<Record<string, IdMatch>> | undefined) };
  }
}

/**
 * Declares a table. Own code rather than drizzle-orm: rows are reached only through their scope, tables are STRICT, and
 * its driver for node:sqlite is a release candidate.
 */
export function table<S extends Scope, C extends Columns, Name extends string, const Order extends Key<C> = never>(
  name: Name,
  options: TableOptions<S, C, Order>,
): Table<S, C, Order, Name> {
  return new Table(name, options);
}

// biome-ignore lint/suspicious/noExplicitAny: a table of any columns
export type AnyTable = Table<any, any, any, any>;
type Typed = {
  readonly types: {
    readonly scope: Scope;
    readonly columns: Columns;
    readonly order: string;
    readonly name: string;
  };
};
type TypesOf<T> = T extends Typed ? T["types"] : never;
export type ScopeOf<T> = TypesOf<T>["scope"];
export type ColumnsOf<T> = TypesOf<T>["columns"];
export type OrderOf<T> = TypesOf<T>["order"];
export type NameOf<T> = TypesOf<T>["name"];
type Values<C extends Columns, K extends Key<C>> = { [Name in K]: C[Name]["value"] };

/** A row. */
export type RowOf<T> = Flat<Own<T> & Values<ColumnsOf<T>, Exclude<Key<ColumnsOf<T>>, Tagged<ColumnsOf<T>, "hidden">>>>;
/** Row in a list: without large columns. */
export type ListedOf<T> = Flat<Omit<RowOf<T>, Tagged<ColumnsOf<T>, "large">>>;
/** Row to insert: id and creation time are generated unless they are given. */
export type NewRowOf<T> = Flat<
  Omit<Own<T>, "id" | "createdAt"> &
    Partial<Pick<Own<T>, "id" | "createdAt">> &
    Values<
      ColumnsOf<T>,
      Exclude<Key<ColumnsOf<T>>, Tagged<ColumnsOf<T>, "optional"> | Tagged<ColumnsOf<T>, "computed">>
    > &
    Partial<Values<ColumnsOf<T>, Exclude<Tagged<ColumnsOf<T>, "optional">, Tagged<ColumnsOf<T>, "computed">>>>
>;
/** Values to change. */
export type ChangeOf<T> = Flat<
  Partial<
    Values<ColumnsOf<T>, Exclude<Key<ColumnsOf<T>>, Tagged<ColumnsOf<T>, "fixed"> | Tagged<ColumnsOf<T>, "computed">>>
  >
>;

/** Condition on a column: equal, one of several, absent or present, in a range, or an object with these members. */
export type Condition<Value> =
  | Value
  | readonly NonNullable<Value>[]
  | { readonly not: NonNullable<Value> | null }
  | { readonly atLeast?: NonNullable<Value>; readonly below?: NonNullable<Value> }
  | { readonly members: Readonly<Record<string, string>> };

/** Conditions that must all hold; undefined is no condition. */
export type WhereOf<T> = {
  readonly [K in
    | keyof Omit<ListedOf<T>, ScopeOf<T> extends "project" ? "projectId" : never>
    | Tagged<ColumnsOf<T>, "computed">]?:
    | Condition<K extends keyof ListedOf<T> ? ListedOf<T>[K] : string | null>
    | undefined;
};

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
