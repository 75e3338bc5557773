import type { OperationId, PartOf, PathOf, ResultOf, RowOf } from "../client/operation-types.ts";
import type { Column } from "../render/columns.ts";
import type {
  ArgSpec,
  BodyRules,
  CommandOutput,
  CommandSpec,
  Effects,
  Example,
  Exits,
  FieldFlag,
  FixedText,
  FlagKind,
  FlagSpec,
  RestWords,
} from "./spec.ts";

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
  /** Word in help where it is no identifier: `dir|zip`. */
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

/** Rejects members that a declaration does not have, with a suggestion: inferred literals pass them over. */
export type OnlyKnown<Record, Declaration> = {
  readonly [Key in keyof Record]: {
    readonly [Name in keyof Record[Key]]: Name extends keyof Declaration ? Declaration[Name] : never;
  };
};

/** Shows the members of a type instead of its parts. */
export type Resolved<Type> = Type extends infer Known ? { [Name in keyof Known]: Known[Name] } : never;

/** Names that may stand in braces in a sentence: arguments and fields. */
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

/** A question about one thing, which is read before it is asked. */
export interface Question<Text extends string = string, Over extends string = string> {
  /** The operation that gives the record of the thing, with the command's own path parameters. */
  readonly about: OperationId;
  /** The question; `{thing}` is the typed word and the thing's other name. */
  readonly text: Text;
  /** States in which there is nothing left to do, and the sentence for them. */
  readonly over?: { readonly states: readonly string[]; readonly sentence: Over };
}

/**
 * How the runner treats a command beyond its words. Order: check, preview, local only, question, client, body, output.
 */
export interface Modes {
  /**
   * Output of `--dry-run` and `--print`. `request`: the request of the words, before the function runs; the default.
   * `calls`: the first call, or `callEach`, that the function makes; the default where the function fills in fields or
   * there is no operation.
   */
  readonly preview?: "request" | "calls";
  /** Milliseconds that calls get to end after an interruption. */
  readonly outlivesMs?: number;
  /** Talks to this machine's local service whatever the context; exit 5 when it does not run. */
  readonly service?: "local";
  /** True where its job is the terminal: its function gets `io`, `lifetime` and `globals`. */
  readonly terminal?: boolean;
}

/** A command as it is written down; {@link command} explains the parts. */
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
> extends Modes {
  /** The words that name it, separated by one space: `browsers create`. */
  readonly words: string;
  readonly aliases?: readonly string[];
  /** The call it makes. Summary, arguments, flags and input checks come from the contract. */
  readonly operation?: Id;
  /** Operations that its function calls, for help and `schema`; by default its `operation` alone. */
  readonly calls?: readonly OperationId[];
  readonly summary?: string;
  readonly description?: string;
  /** Arguments by key; the path parameters of the operation when omitted. */
  readonly args?: Args;
  readonly flags?: Flags;
  /** Fields of the body that the function fills in: they may be missing until then. */
  readonly filled?: readonly (Filled & keyof PartOf<Id, "body">)[];
  /** Checks of the body that its schema cannot hold, made before anything is sent. */
  readonly rules?: () => Promise<BodyRules<PartOf<Id, "body">>>;
  /** Exceptions to the flags by field type. */
  readonly fields?: {
    readonly [Name in (keyof PartOf<Id, "query"> | keyof PartOf<Id, "body">) & string]?: FieldFlag | false;
  };
  readonly examples: readonly Example[];
  /** Meanings of exits that neither the operation nor the form of the command tells; `own` for codes of another program. */
  readonly exits?: Exits;
  /** Commands by their words, and topics as `help TOPIC`, ahead of those that follow from the group. */
  readonly seeAlso?: readonly string[];
  /** Field of the result, or of each item of a list, that `--quiet` prints alone in the text form. */
  readonly idField?: PathOf<NoInfer<Row>>;
  /** Columns of a table, and the lines of a record. `table<Row>([...])` for rows that are not the operation's. */
  readonly columns?: readonly ColumnOf<RowOf<ResultOf<Id>>>[] | Table<Row>;
  /** Names of variables of `-o env` that are not made of the field's path, by that path. */
  readonly variables?: { readonly [Path in PathOf<NoInfer<Row>>]?: string };
  /** Message printed at a terminal when the call returns no result; `{name}` is an argument or a field. */
  readonly done?: Done & Sentence<Done, PlaceOf<Id, Args>>;
  /** Question asked at a terminal before it acts; `--yes` answers it. */
  readonly question?: Question<Text & Sentence<Text, "thing">, Over & Sentence<Over, PlaceOf<Id, Args>>>;
  /** It makes requests: `--dry-run`, `--print` and the like apply. True where there is an operation. */
  readonly requests?: boolean;
  /** `false` where its function makes the whole body: `--input` has no effect on it. */
  readonly input?: false;
  /**
   * Effects for which a line of `batch` needs its `--allow`. `request`: those of the call that its words name. A line with
   * `--show-token` shows secrets in every command.
   */
  readonly effects: Effects;
  /**
   * Obstacle to running as a line of `batch`: `never` where it needs the streams of the process, `endless` where it does
   * not end by itself, always or with the named flag, and so needs a `--timeout`.
   */
  readonly inBatch?: CommandSpec["inBatch"];
  /** Way out at another service, for a command of the local service alone. */
  readonly localOnlyHint?: string;
  /** `false` where it does more than its reading operation, so that `--watch` must not repeat it. */
  readonly watch?: false;
  /** It has `--all` although its operation is not paged; the summary of the flag. */
  readonly all?: string;
  /** Names a context that need not exist yet. */
  readonly newContext?: boolean;
  /** It works with settings that cannot be used, changes none of them, and gets what is wrong as `failures`. */
  readonly inspectsSettings?: boolean;
  /** Takes words after `--` as they are. */
  readonly rest?: RestWords;
  readonly terminal?: Terminal;
  /** Text that depends on the arguments alone, printed before anything else is loaded. */
  readonly fixedText?: () => Promise<{ fixedText: FixedText }>;
  /**
   * Output under `-o json`, or the operation whose answer it prints: required without an operation, and where its
   * function makes a value of its own. By default the answer of its operation, and `{ ok: true }` for one without any.
   */
  readonly output?: OperationId | (() => Promise<CommandOutput>);
  /** The module with its function, `run`, and its `check`; only where "call and render" is not enough. */
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

/** Values of a command's own flags by key; undefined where one was not given. */
export type FlagValues<Types extends CommandTypes> = Resolved<{
  readonly [Key in keyof Types["flags"]]: Types["flags"][Key] extends { readonly required: true }
    ? FlagValue<Types["flags"][Key]>
    : FlagValue<Types["flags"][Key]> | undefined;
}>;

type ArgValue<Arg> = Arg extends { readonly repeat: true }
  ? readonly string[]
  : Arg extends { readonly required: false }
    ? string | undefined
    : string;

/** Arguments by key, as they were typed, with absolute paths in a session; converted values are in the request. */
export type ArgValues<Types extends CommandTypes> = Types["args"] extends infer Args extends object
  ? Resolved<{ readonly [Key in keyof Args]: ArgValue<Args[Key]> }>
  : Resolved<{ readonly [Name in keyof PartOf<Types["operation"], "params">]: string }>;

type Unfilled<Body, Filled extends string> = [Filled] extends [never]
  ? Body
  : Resolved<Omit<Body, Filled> & { [Name in keyof Body & Filled]?: Body[Name] | undefined }>;

/** Request that the words make, checked against the contract but for the fields that the function fills in. */
export interface RequestOf<Types extends CommandTypes> {
  readonly params: PartOf<Types["operation"], "params">;
  readonly query: PartOf<Types["operation"], "query">;
  readonly body: Unfilled<PartOf<Types["operation"], "body">, Types["filled"]>;
}
