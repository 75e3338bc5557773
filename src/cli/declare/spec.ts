import type { OperationId } from "../../contract/index.ts";
import type { InputProblem } from "../../contract/problems.ts";
import type { CliError, Problem } from "../../core/errors.ts";
import type { ExitName } from "../../core/exit-codes.ts";
import type { Text } from "../../core/styled.ts";
import type { Column } from "../../render/columns.ts";

export type FlagKind =
  /** A word, unchanged. */
  | "string"
  /** A value that may be large or secret: also `-`, `@file`, `env:NAME`. */
  | "text"
  | "integer"
  | "number"
  | "boolean"
  /** `30s`, `5m`; kept in {@link FlagSpec.unit}, milliseconds by default. */
  | "duration"
  /** A time, or a duration back from now: `5m`, also written `5m ago`. */
  | "since"
  | "time"
  /** `key=value`, repeatable. */
  | "pairs"
  | "enum"
  /** `1280x720` or `1280x720@30`. */
  | "viewport"
  /** Id or name of a stored record; a word in the form of an id is an id (contract 0.17). */
  | "reference"
  /** A path in a session: a relative one is below the home. */
  | "remote-path";

export type RequestPart = "params" | "query" | "body";

export interface FlagSpec {
  /** Long form without the dashes. */
  name: string;
  short?: string;
  kind: FlagKind;
  /** One line for help and completion, without a full stop. */
  summary: string;
  /** The word for the value in help. */
  placeholder?: string;
  choices?: readonly string[];
  /** Unit of a duration whose field is a number: a number without a unit is taken in it too. */
  unit?: "days" | "seconds" | "milliseconds";
  /** May be given several times. `pairs` always may. */
  repeat?: boolean;
  /**
   * Values that words stand for: `none` of a `reference`, `on` and `off` of an `enum`. `pairs` accept only these words as
   * values.
   */
  meanings?: Readonly<Record<string, unknown>>;
  /** Has a `--no-` form. */
  negatable?: boolean;
  required?: boolean;
  /** Value that applies when it is omitted; shown in help. */
  default?: string;
  /** Value that is sent when it is omitted. */
  preset?: unknown;
  /** Target in the request: `body` or `query`, then the field, and the path to the member of it that the flag sets. */
  field?: readonly [part: RequestPart, name: string, ...members: string[]];
  /** Field of the body, such as `source.url`, that the command's function fills with it; errors of the service name it. */
  fills?: string;
  /** Names of the flags that it cannot be combined with. It overrides their values in `--input`. */
  excludes?: readonly string[];
  /** Value that a flag without an argument stands for, such as `{}` for `--clear-tags`. */
  constant?: unknown;
}

export interface ArgSpec {
  name: string;
  summary: string;
  required: boolean;
  repeat?: boolean;
  /**
   * Type of the value; a word by default. `text` also takes `-`, `@file`, `env:NAME`; `path` names a file or directory of
   * this machine, which completion offers, and `remote-path` one of a session.
   */
  kind?: "string" | "text" | "integer" | "point" | "path" | "remote-path";
  /** Word used when the argument is omitted. */
  default?: string;
  /** Words that it can be. After a session that may be omitted, one of them in its place means that it was. */
  choices?: readonly string[];
  /**
   * Marks an argument that names a session and accepts `@current` and `@last`. `optional`: it defaults to `@current` when
   * one required word is missing. This is the default for the first argument of an operation on one session. `prefix`:
   * the word may be `SESSION:PATH`.
   */
  session?: "optional" | "typed" | "prefix";
  /** Target in the request; by default the path parameter of the same name. A repeated argument is a list. */
  field?: readonly [part: RequestPart, name: string];
  /** As in {@link FlagSpec}. */
  fills?: string;
  /** General flag that the word is given to; for an argument that no other one follows. */
  flag?: string;
}

/** Exception to the rule by which a field of the operation becomes a flag; `false` gives it none. */
export interface FieldFlag {
  name?: string;
  short?: string;
  kind?: FlagKind;
  summary?: string;
  placeholder?: string;
  choices?: readonly string[];
  repeat?: boolean;
  /** Unit of a duration; by the name of the field when omitted. */
  unit?: FlagSpec["unit"];
  /** Values of words that do not name a stored record; only for kind `reference`. */
  meanings?: Readonly<Record<string, unknown>>;
  /** Value that is sent when it is omitted. */
  preset?: unknown;
  /** A second flag, without a value, that sends this value: `--clear-tags` sends `{}`. */
  clear?: { name: string; value: unknown; summary: string };
}

/**
 * Finds problems in a body beyond its schema. `named` returns the name under which a field was, or would be, typed.
 */
export type BodyRules<Body = Readonly<Record<string, unknown>>> = (
  body: Body,
  named: (field: string) => string,
) => readonly InputProblem[];

export interface Example {
  /** Words in front of `browserctl` in the same line: `mkdir -p DIR &&`. */
  before?: string;
  /** The line to type, after `browserctl `. */
  line: string;
  /** Effect of the line, as a comment above it. */
  does: string;
}

/** Meanings of exits by name, without a full stop. */
export type Exits = Partial<Record<ExitName | "own", string>>;

/** A question about one record, which is read before the question is asked. */
export interface QuestionSpec {
  /** Operation that reads the record, with the command's own path parameters. */
  about: OperationId;
  /** The question; `{thing}` is the typed word and the record's other name. */
  text: string;
  /** States in which nothing is left to do, and the sentence for them; `{name}` is an argument. */
  over?: { states: readonly string[]; sentence: string };
}

/** Text of a command, from its arguments as they were typed. */
export type FixedText = (args: readonly string[]) => string;

/**
 * Effect beyond the records of the service: a command prints secrets or takes them to another place, changes how the local
 * service runs, or changes settings and startup files of this machine.
 */
export type Effect = "secrets" | "service" | "settings";

/** Effects of a command: always, or with one of the named flags. */
export type Effects = "none" | "request" | Effect | { readonly [Each in Effect]?: true | readonly string[] };

/** Words and summary of a command. Every start loads those of all commands, but the declaration of only one. */
export interface CommandHead {
  /** The words that name it, separated by one space: `browsers create`. */
  readonly words: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly load: () => Promise<CommandSpec>;
}

/** Words after `--`, required unless it says otherwise. */
export interface RestWords {
  readonly name: string;
  readonly summary: string;
  readonly required?: false;
  /** As in {@link FlagSpec}. */
  readonly fills?: string;
}

/** Output of a command under `-o json`. */
export interface CommandOutput {
  /** JSON Schema of the document, or of each document of a stream. Absent where the command prints no JSON of its own. */
  readonly schema?: object;
  /** Documents come one by one, each on a line. */
  readonly stream?: true;
}

/**
 * How the runner treats a command beyond its words. `run-declared.ts` has their order.
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
  /** True for a command that controls the terminal: its function gets `io`, `lifetime` and `globals`. */
  readonly terminal?: boolean;
  /** Runs commands for others until it is ended: a time limit is for each of these commands, not for this one. */
  readonly serves?: true;
  /** Flag that takes the value of the general `--template` where it is a literal word without a tag of Liquid. */
  readonly namesTemplate?: string;
}

/** The function of a command and its check, without the types of its declaration. */
export interface ErasedModule {
  run(body: never): Promise<Output>;
  check?(input: never): readonly Problem[] | Promise<readonly Problem[]>;
}

/** A command as it is written down, without the types that its parts have for each other; `Declaration` has those. */
export interface CommandSpec extends Modes {
  /** The words that name it, separated by one space: `browsers create`. */
  words: string;
  aliases?: readonly string[];
  /** The call it makes. Its summary, arguments, flags and input checks come from the declaration. */
  operation?: OperationId;
  /** Operations that its function calls beside its `operation`, for help and `schema`. */
  calls?: readonly OperationId[];
  summary?: string;
  description?: string;
  args?: readonly ArgSpec[];
  flags?: readonly FlagSpec[];
  /** Fields of the query and the body that the command's own function fills in: they may be missing until then. */
  filled?: readonly string[];
  /** Checks of the body that its schema cannot hold, made before anything is sent. */
  rules?: () => Promise<BodyRules>;
  /** Exceptions to the flags by field type. */
  fields?: Readonly<Record<string, FieldFlag | false>>;
  examples: readonly Example[];
  /**
   * Meanings of exits that do not follow from the operation or the form of the command; `own` for codes of another
   * program.
   */
  exits?: Exits;
  /** Commands by their words, and topics as `help TOPIC`, ahead of those that follow from the group. */
  seeAlso?: readonly string[];
  /** Field of the result, or of each item of a list, that `--quiet` prints alone in the text form. */
  idField?: string;
  /** Columns of a table, and the lines of a record. */
  columns?: readonly Column[];
  /** Names of variables of `-o env` that are not made of the field's path, by that path. */
  variables?: Readonly<Record<string, string>>;
  /** Message printed at a terminal when the call returns no result; `{name}` is an argument. */
  done?: string;
  /** The question asked at a terminal before it acts; `--yes` answers it. */
  question?: QuestionSpec;
  /** Makes requests, so `--dry-run`, `--print` and similar flags apply. True where there is an operation. */
  requests?: boolean;
  /** Summary of `--dry-run`, for a command that makes no requests but can show its change. */
  dryRun?: string;
  /** `false` where its function builds the whole body, so `--input` has no effect. */
  input?: false;
  /**
   * Operation of the API by which the function does the same on a hosted service; that of the command is for the local
   * service alone.
   */
  hostedBy?: OperationId;
  /** Hint for another service, for a command that only the local service has. */
  localOnlyHint?: string;
  /** `false` where it does more than its reading operation, so that `--watch` must not repeat it. */
  watch?: false;
  /** True where it only reads, false where not; for a command whose operations do not tell (`only-reads.ts`). */
  reads?: boolean;
  /** Summary of `--all`, for a command whose operation is not paged but that has the flag. */
  all?: string;
  /** Names a context that need not exist yet. */
  newContext?: boolean;
  /** Works with unusable settings, does not change them, and gets the errors as `failures`. */
  inspectsSettings?: boolean;
  /** Takes words after `--` as they are. */
  rest?: RestWords;
  /**
   * Text that depends only on the arguments. Without flags it is printed before anything else is loaded, because shells
   * request their script at every start.
   */
  fixedText?: () => Promise<{ fixedText: FixedText }>;
  /** Keys of arguments and flags in a typed declaration, in their order. */
  keys?: { readonly args: readonly string[] | undefined; readonly flags: readonly string[] };
  /** Output under `-o json`, or the operation whose answer it prints; the answer of its own operation by default. */
  output?: OperationId | (() => Promise<CommandOutput>);
  /**
   * Effects for which a line of `batch` needs its `--allow`. `request`: those of the call that its words name. A line with
   * `--show-token` shows secrets in every command.
   */
  effects: Effects;
  /**
   * Restriction as a line of `batch`: `never` for a command that needs the streams of the process; `endless` for a
   * command that does not end by itself, always or with the named flag, and therefore needs a `--timeout`.
   */
  inBatch?: "never" | { readonly endless: true | string };
  /** The module with its function, `run`, and its `check`; only where "call and render" is not enough. */
  run?: () => Promise<ErasedModule>;
}

/** Text before an output, and the end of the command after it. */
export interface OutputEnd {
  /** Called with the failure when the output could not be printed, before the command ends with it. */
  unprinted?: ((cause: unknown) => Promise<unknown>) | undefined;
  /** Text on stdout ahead of the output. */
  before?: Text | undefined;
  /** Commands to type next, shown on stderr behind the output. */
  next?: readonly string[] | undefined;
  /** Thrown once the output is printed. */
  failure?: CliError | undefined;
  /** The command ends when this settles, once the output is printed. */
  until?: Promise<unknown> | undefined;
}

/** Form of an item: text or bytes for a stream, or values that each print as a result does. */
export type Printed =
  | { to: "stdout" | "stderr"; data: Text | Uint8Array }
  | {
      values: readonly unknown[];
      columns?: readonly Column[];
      /** Form in place of text, where no form was asked for. */
      format?: "json";
    };

/** Result of a command, which the framework renders. */
export type Output = OutputEnd &
  (
    | /** A value; the command ends with `exitNumber` after it, 0 by default. */
    {
        kind: "value";
        value: unknown;
        columns?: readonly Column[] | undefined;
        exitNumber?: number | undefined;
        /** Form in place of text, where no form was asked for. */
        format?: "json";
      }
    /** Done, with a sentence for a terminal and a value for machines. */
    | { kind: "done"; sentence: string | readonly string[]; value: unknown }
    /**
     * Text that is itself the result, such as a script or a document. Unprintable characters are escaped, in a pipe too,
     * except in `content`: the text of a log or a clipboard, which a pipe gets unchanged.
     */
    | { kind: "text"; text: Text; content?: boolean | undefined }
    /** A file's bytes. */
    | { kind: "bytes"; bytes: Uint8Array | AsyncIterable<Uint8Array>; binary: boolean }
    /** Values that arrive one by one; the generator returns the exit code, 0 by default. */
    | {
        kind: "items";
        items: AsyncGenerator<unknown, number | undefined>;
        print: (item: unknown) => Printed | undefined;
        /** Values in an item, for a program, where items are batches. */
        values?: (item: unknown) => readonly unknown[];
      }
    /** Everything is written; end with this number. */
    | { kind: "exit"; exitNumber: number }
  );
