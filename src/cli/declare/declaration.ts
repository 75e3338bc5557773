import type { OperationId, PartOf, PathOf, ResultOf, RowOf } from "../../client/operation-types.ts";
import type { Column } from "../../render/columns.ts";
import type { ArgSpec, BodyRules, CommandSpec, FieldFlag, FlagKind, FlagSpec, QuestionSpec } from "./spec.ts";

/** A field of an operation that a word sets: its part, its name, and for a flag the path to a member of it. */
export type FieldTarget<Id, Member extends readonly string[]> = {
  [P in "params" | "query" | "body"]: PartOf<Id, P> extends undefined
    ? never
    : readonly [part: P, name: keyof PartOf<Id, P> & string, ...Member];
}["params" | "query" | "body"];

/** A flag; its name is the key in kebab case. Without a `field` its value is in `flags` alone. */
export interface FlagDeclaration<Id = OperationId> extends Omit<FlagSpec, "name" | "field"> {
  readonly field?: FieldTarget<Id, readonly string[]>;
}

/** A positional argument, required unless it says otherwise. Its word in help is the key. */
export interface ArgDeclaration<Id = OperationId> extends Omit<ArgSpec, "name" | "required" | "field"> {
  readonly required?: false;
  /** Word in help when that is not an identifier: `dir|zip`. */
  readonly word?: string;
  readonly field?: FieldTarget<Id, []>;
}

/** Types of a command. */
export interface CommandTypes {
  readonly operation: OperationId | undefined;
  readonly args: Readonly<Record<string, object>> | undefined;
  readonly flags: Readonly<Record<string, object>>;
  readonly filled: string;
  readonly row: unknown;
  readonly terminal: boolean;
}

export declare const typesOf: unique symbol;
export declare const moduleOf: unique symbol;
export declare const rowOf: unique symbol;

/** A command with the types of its declaration. `Module` holds its function; {@link checked} compares the two. */
export interface Command<Types extends CommandTypes, Module> extends CommandSpec {
  readonly [typesOf]?: Types;
  readonly [moduleOf]?: Module;
}

/** The types of a command. */
export type TypesOf<C> = C extends { readonly [typesOf]?: infer Types extends CommandTypes } ? Types : never;

/** A column of rows of this type. */
export interface ColumnOf<Row> extends Column {
  readonly path: PathOf<Row>;
}

/** Columns of rows that are not the operation's own answer; see {@link table}. */
export type Table<Row> = readonly Column[] & { readonly [rowOf]: Row };

/**
 * Rejects members that a declaration does not have, with a suggestion: TypeScript does not check inferred literals for
 * them.
 */
export type OnlyKnown<Record, Declaration> = {
  readonly [Key in keyof Record]: {
    readonly [Name in keyof Record[Key]]: Name extends keyof Declaration ? Declaration[Name] : never;
  };
};

/** Type with its members written out, for readable editor hints. */
export type Resolved<Type> = Type extends infer Known ? { [Name in keyof Known]: Known[Name] } : never;

/** Names that a sentence may have in braces: arguments and fields. */
export type PlaceOf<Id, Args> =
  | (Args extends object ? keyof Args & string : never)
  | (keyof PartOf<Id, "params"> & string)
  | (keyof PartOf<Id, "query"> & string)
  | (keyof PartOf<Id, "body"> & string);

/** A sentence whose `{name}` places are all known; otherwise the error as a type. */
export type Sentence<Text extends string, Place extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends Place
    ? Sentence<Rest, Place> extends `"{${string}`
      ? Sentence<Rest, Place>
      : unknown
    : `"{${Name}}" is no argument or field; there are ${Place}`
  : unknown;

/** A question with the places of its sentences. */
type Question<Text extends string, Over extends string> = Omit<QuestionSpec, "text" | "over"> & {
  readonly text: Text;
  readonly over?: { readonly states: readonly string[]; readonly sentence: Over };
};

/** Members of a command whose types depend on its operation and on each other. */
type TypedMember =
  | "operation"
  | "args"
  | "flags"
  | "filled"
  | "rules"
  | "fields"
  | "idField"
  | "columns"
  | "variables"
  | "done"
  | "question"
  | "terminal"
  | "keys"
  | "run";

/** A command as it is written down; {@link command} explains the parts. {@link CommandSpec} has the meaning of each member. */
export interface Declaration<
  Id extends OperationId | undefined,
  Args,
  Flags,
  Filled extends string,
  Row,
  Terminal extends boolean,
  Done extends string,
  Text extends string,
  Over extends string,
  Module,
> extends Omit<CommandSpec, TypedMember> {
  readonly operation?: Id;
  /** Arguments by key; the path parameters of the operation when omitted. */
  readonly args?: Args;
  /** Flags by key, beside those that follow from the fields of the operation. */
  readonly flags?: Flags;
  readonly filled?: readonly (Filled & (keyof PartOf<Id, "body"> | keyof PartOf<Id, "query">))[];
  readonly rules?: () => Promise<BodyRules<PartOf<Id, "body">>>;
  readonly fields?: {
    readonly [Name in (keyof PartOf<Id, "query"> | keyof PartOf<Id, "body">) & string]?: FieldFlag | false;
  };
  readonly idField?: PathOf<NoInfer<Row>>;
  /** Columns of a table, and the lines of a record. `table<Row>([...])` for rows that are not the operation's. */
  readonly columns?: readonly ColumnOf<RowOf<ResultOf<Id>>>[] | Table<Row>;
  readonly variables?: { readonly [Path in PathOf<NoInfer<Row>>]?: string };
  readonly done?: Done & Sentence<Done, PlaceOf<Id, Args>>;
  readonly question?: Question<Text & Sentence<Text, "thing">, Over & Sentence<Over, PlaceOf<Id, Args>>>;
  readonly terminal?: Terminal;
  readonly run?: () => Promise<Module>;
}

type FlagKinds = {
  string: string;
  text: string;
  integer: number;
  number: number;
  boolean: boolean;
  duration: number;
  since: string;
  time: string;
  pairs: Record<string, string>;
  enum: string;
  viewport: { width: number; height: number; refresh_rate?: number };
  reference: { id: string } | { name: string };
  "remote-path": string;
};

type SingleValue<Flag> = Flag extends { readonly meanings: infer Meanings extends object; readonly kind: infer Kind }
  ? Kind extends "enum"
    ? Meanings[keyof Meanings]
    : Kind extends "pairs"
      ? Record<string, Meanings[keyof Meanings]>
      : PlainValue<Flag>
  : PlainValue<Flag>;

type PlainValue<Flag> = Flag extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Flag extends { readonly kind: infer Kind extends FlagKind }
    ? FlagKinds[Kind]
    : never;

type FlagValue<Flag> = Flag extends { readonly repeat: true } ? readonly SingleValue<Flag>[] : SingleValue<Flag>;

/** Values of declared flags by key; undefined for omitted flags. For helpers of commands that share the flags. */
export type ValuesOf<Flags> = Resolved<{
  readonly [Key in keyof Flags]: Flags[Key] extends { readonly required: true }
    ? FlagValue<Flags[Key]>
    : FlagValue<Flags[Key]> | undefined;
}>;

/** Values of a command's own flags by key. */
export type FlagValues<Types extends CommandTypes> = ValuesOf<Types["flags"]>;

type ArgValue<Arg> = Arg extends { readonly repeat: true }
  ? readonly string[]
  : Arg extends { readonly required: false }
    ? string | undefined
    : string;

/** Arguments by key, as they were typed, with absolute paths in a session; converted values are in the request. */
export type ArgValues<Types extends CommandTypes> = Types["args"] extends infer Args extends object
  ? Resolved<{ readonly [Key in keyof Args]: ArgValue<Args[Key]> }>
  : Resolved<{ readonly [Name in keyof PartOf<Types["operation"], "params">]: string }>;

type Unfilled<Part, Filled extends string> = [Filled & keyof Part] extends [never]
  ? Part
  : Resolved<Omit<Part, Filled> & { [Name in keyof Part & Filled]?: Part[Name] | undefined }>;

/** Request that the words make, checked against the contract, except for the fields that the function fills in. */
export interface RequestOf<Types extends CommandTypes> {
  readonly params: PartOf<Types["operation"], "params">;
  readonly query: Unfilled<PartOf<Types["operation"], "query">, Types["filled"]>;
  readonly body: Unfilled<PartOf<Types["operation"], "body">, Types["filled"]>;
}
