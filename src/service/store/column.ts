import { createHash } from "node:crypto";
import type { IdOf } from "./project-id.ts";
import { Sealed, type Sealer } from "./seal.ts";

export type SqlValue = string | number | null | Uint8Array;

/** Properties of a column in its type. `optional`: a new row may omit it. `hidden`: rows are read without it. */
export type ColumnTag = "optional" | "fixed" | "large" | "hidden" | "computed";

/** Table, column and row of a value: a sealed value is bound to it, and an error names it. */
export interface Place {
  readonly table: string;
  readonly column: string;
  readonly id: string;
  readonly sealer: Sealer;
}

interface Codec {
  readonly type: "TEXT" | "INTEGER" | "BLOB";
  /** Returns undefined for a value of another type. */
  encode(value: unknown, place: Place): SqlValue | undefined;
  decode(value: SqlValue, place: Place): unknown;
}

export interface ColumnFacts {
  readonly codec: Codec;
  readonly nullable?: boolean;
  /** Value of rows that omit it; JSON for `json()`. */
  readonly initial?: unknown;
  /** Set only when the row is inserted. */
  readonly fixed?: boolean;
  /** Omitted from lists. */
  readonly large?: boolean;
  /** Written and looked up, but never read. */
  readonly hidden?: boolean;
  /** Table whose id it contains. */
  readonly references?: string;
  /** JSON column, and path inside it, from which SQLite computes the value. */
  readonly path?: readonly [column: string, ...keys: string[]];
}

/** Column as a table declares it. `Value` is its type in code. */
export class Column<Value, Tag extends ColumnTag = never> {
  declare readonly value: Value;
  declare readonly tag: Tag;
  readonly facts: ColumnFacts;

  constructor(facts: ColumnFacts) {
    this.facts = facts;
  }

  nullable(): Column<Value | null, Tag | "optional"> {
    return new Column({ ...this.facts, nullable: true });
  }

  /** Sets the value of new rows that omit it, and of rows that are older than the column. */
  initially(initial: Value): Column<Value, Tag | "optional"> {
    return new Column({ ...this.facts, initial });
  }

  /** Never changed after the insertion. */
  fixed(): Column<Value, Tag | "fixed"> {
    return new Column({ ...this.facts, fixed: true });
  }

  /** Omits it from lists, because it can be large. */
  large(): Column<Value, Tag | "large"> {
    return new Column({ ...this.facts, large: true });
  }

  /** The id of a row of another table. */
  references<Name extends string>(table: Name): Column<IdOf<Name> | Extract<Value, null>, Tag> {
    return new Column({ ...this.facts, references: table });
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a column of any type
export type AnyColumn = Column<any, ColumnTag>;
export type Columns = Readonly<Record<string, AnyColumn>>;

const textCodec: Codec = {
  type: "TEXT",
  encode: (value) => (typeof value === "string" ? value : undefined),
  decode: (value) => value,
};

const integerCodec: Codec = {
  type: "INTEGER",
  encode: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  decode: (value) => value,
};

export function text<Value extends string = string>(): Column<Value> {
  return new Column({ codec: textCodec });
}

export function integer(): Column<number> {
  return new Column({ codec: integerCodec });
}

/** Milliseconds since 1970. */
export function time(): Column<number> {
  return new Column({ codec: integerCodec });
}

/** A boolean, stored as 0 or 1. */
export function flag(): Column<boolean> {
  return new Column({
    codec: {
      type: "INTEGER",
      encode: (value) => (typeof value === "boolean" ? Number(value) : undefined),
      decode: (value) => value === 1,
    },
  });
}

/** Value that JSON can represent, stored as JSON text. */
export function json<Value>(): Column<Value> {
  return new Column({
    codec: { type: "TEXT", encode: (value) => JSON.stringify(value), decode: (value) => JSON.parse(String(value)) },
  });
}

/** Secret, stored with AES-256-GCM; `Sealed` in code. */
export function sealed(): Column<Sealed> {
  const at = ({ table, column, id }: Place): string => `${table} ${column} ${id}`;
  return new Column({
    codec: {
      type: "BLOB",
      encode: (value, place) => (value instanceof Sealed ? place.sealer.seal(value.reveal(), at(place)) : undefined),
      decode: (value, place) => new Sealed(() => place.sealer.open(value as Uint8Array, at(place))),
    },
  });
}

/** Text of which only the SHA-256 is stored: rows are found by the text, but read without it. Values are unique. */
export function hash(): Column<string, "hidden"> {
  return new Column({
    hidden: true,
    codec: {
      type: "BLOB",
      encode: (value) => (typeof value === "string" ? createHash("sha256").update(value).digest() : undefined),
      decode: (value) => value,
    },
  });
}

/** Text inside a JSON column, computed by SQLite: lists filter, search and sort by it, but rows are read without it. */
export function inside<Value extends string = string>(
  column: string,
  ...keys: [string, ...string[]]
): Column<Value | null, "optional" | "hidden" | "computed"> {
  return new Column({ codec: textCodec, nullable: true, hidden: true, path: [column, ...keys] });
}

/** Converts a value to its stored form. Throws a TypeError that names the column for a value of another type. */
export function encode({ codec, nullable, initial }: ColumnFacts, value: unknown, place: Place): SqlValue {
  const given = value === undefined ? initial : value;
  if (given === null || given === undefined) {
    if (nullable) return null;
    throw new TypeError(`${place.table}.${place.column}: a value is missing`);
  }
  const encoded = codec.encode(given, place);
  if (encoded === undefined) throw new TypeError(`${place.table}.${place.column}: does not take ${typeof given}`);
  return encoded;
}

/** Converts a stored value to its form in code. */
export function decode({ codec, nullable, initial }: ColumnFacts, value: SqlValue, place: Place): unknown {
  if (value !== null) return codec.decode(value, place);
  return nullable ? null : initial;
}
