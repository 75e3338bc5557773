import type { ApiClient } from "../../client/call.ts";
import type { NumberedOptions, Place } from "../../client/follow/follow-numbered.ts";
import type { FollowOptions } from "../../client/follow/follow-stream.ts";
import type { FormPart, LocalFile } from "../../client/form.ts";
import type {
  CallArguments,
  EventOf,
  IdsOf,
  InputOf,
  OperationId,
  PagedIds,
  ResultOf,
  UploadIds,
  UploadInput,
} from "../../client/operation-types.ts";
import type { ApiResponse, RawRequest } from "../../client/request.ts";
import type { Part } from "../../contract/plain.ts";
import type { CliError, Problem } from "../../core/errors.ts";
import type { FollowItem } from "../../core/follow-item.ts";
import type { Interruptible } from "../../core/interruptible.ts";
import type { Io, TtyFacts } from "../../core/io.ts";
import type { Text } from "../../core/styled.ts";
import type { Palette } from "../../render/palette.ts";
import type { OutputFormat } from "../../settings/model.ts";
import type { Service } from "../../settings/require-service.ts";
import type { CommandContext } from "./context.ts";
import type { ArgValues, CommandTypes, FlagValues, RequestOf, Table, TypesOf } from "./declaration.ts";
import type { OpenDownload, SaveOptions } from "./download-types.ts";
import type { Output, OutputEnd, Printed } from "./spec.ts";

declare const made: unique symbol;

/** Output of a command, made by a helper of its {@link Body}. */
export type Result = Output & { readonly [made]: true };

/** A value, or a promise of it. */
type Awaitable<T> = T | Promise<T>;

/** Input of a command, from its words and settings. */
export interface Input<Types extends CommandTypes> {
  readonly args: ArgValues<Types>;
  readonly flags: FlagValues<Types>;
  /** Words after `--`. */
  readonly rest: readonly string[];
  /** The request that the words make; only fields in `filled` may be missing. */
  readonly request: RequestOf<Types>;
  /** Form of the result. */
  readonly output: OutputFormat;
  /** True where the result is printed as data: `-o json` and the like, `--query`, `--fields`. */
  readonly wantsValue: boolean;
  /** True where the result is formatted for people: text at a terminal, and `-o table`. */
  readonly forPeople: boolean;
  /** True where `--query` or `--fields` choose from the result. */
  readonly selects: boolean;
  /** `--all`: every page of a list. */
  readonly all: boolean;
  /** Streams that are a terminal; none where a program runs the command. */
  readonly tty: Readonly<TtyFacts>;
  /** True where a question may be asked. */
  readonly interactive: boolean;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Current time in milliseconds, for ages. */
  now(): number;
}

/** Typed calls of the service. In preview mode the first call of each is recorded and ends the function. */
export interface Api {
  /** Calls an operation and gives its JSON value; undefined for an empty answer and a 204. */
  call<Id extends IdsOf<"json" | "empty">>(
    id: Id,
    ...input: [...CallArguments<Id>, options?: CallOptions]
  ): Promise<ResultOf<Id>>;
  /** Calls an operation for each input; a failure does not stop the others. A preview shows every request. */
  callEach<Id extends IdsOf<"json" | "empty">>(id: Id, inputs: readonly InputOf<Id>[]): AsyncGenerator<Each<Id>>;
  /** One page of a list, with a note where there is more; every page with `--all`. */
  list<Id extends PagedIds & IdsOf<"json">>(id: Id, ...input: CallArguments<Id>): Promise<ResultOf<Id>>;
  /** Every page of a list. */
  everyPage<Id extends PagedIds & IdsOf<"json">>(id: Id, ...input: CallArguments<Id>): Promise<ResultOf<Id>>;
  /** A stream that is resumed when its connection breaks, in batches; returns its last event. See `followStream`. */
  stream<Id extends IdsOf<"sse">>(
    id: Id,
    input: InputOf<Id>,
    options: StreamOptions & { readonly resume: ResumeOptions<EventOf<Id>> },
  ): AsyncGenerator<readonly FollowItem<EventOf<Id>>[], EventOf<Id> | undefined>;
  /** A stream of numbered events that is resumed by the last number, in batches. See `followNumbered`. */
  stream<Id extends IdsOf<"sse">>(
    id: Id,
    input: InputOf<Id>,
    options: StreamOptions & { readonly numbered: NumberedStream<EventOf<Id>> },
  ): AsyncGenerator<readonly FollowItem<EventOf<Id>>[], void>;
  /**
   * Events of a stream over one connection. Exit 1 for an event that is not a JSON object, 5 when the connection breaks.
   */
  stream<Id extends IdsOf<"sse">>(id: Id, input: InputOf<Id>, options?: StreamOptions): AsyncGenerator<EventOf<Id>>;
  /** Downloads to a file, whole or not at all, or to stdout; resumes and shows progress. */
  save<Id extends IdsOf<"file">>(id: Id, input: InputOf<Id>, options: SaveOptions): Promise<Result>;
  /** Makes a call whose response is a file and gives its bytes as they arrive, without resuming. */
  receive<Id extends IdsOf<"file">>(id: Id, input: InputOf<Id>): Promise<AsyncIterable<Uint8Array>>;
  /** Makes a call whose response is a file and gives that response, with its headers. */
  response<Id extends IdsOf<"file">>(id: Id, input: InputOf<Id>): Promise<ApiResponse>;
  /** Begins a download for a function that reads the bytes itself. */
  open<Id extends IdsOf<"file">>(id: Id, input: InputOf<Id>, options: OpenOptions): Promise<OpenDownload>;
  /** Repeats a download that changed while it was read, a few times. */
  restartWhenChanged<T>(what: string, work: () => Promise<T>): Promise<T>;
  /** Sends a request whose body is streamed, and shows progress. */
  send(request: RawRequest, options: UploadOptions): Promise<ApiResponse>;
  /** Sends a form, or a file as the body, and shows progress. */
  upload<Id extends UploadIds>(
    id: Id,
    input: UploadInput<Id>,
    body: readonly FormPart[] | LocalFile,
    options: UploadOptions,
  ): Promise<ResultOf<Id>>;
}

/** One call of {@link Api.callEach}. */
export type Each<Id extends OperationId> =
  | { readonly input: InputOf<Id>; readonly result: ResultOf<Id>; readonly error?: undefined }
  | { readonly input: InputOf<Id>; readonly result?: undefined; readonly error: CliError };

export interface CallOptions {
  /** Ends the call, in addition to the signal of the command. */
  readonly signal?: AbortSignal;
  /** Receives notices of the service; they are printed when omitted. */
  readonly note?: (text: string) => void;
}

export interface StreamOptions {
  /** Ends the stream, in addition to the signal of the command. */
  readonly signal?: AbortSignal;
  /** Called when the stream is open, before its first event. */
  readonly opened?: () => void;
  /** Milliseconds without a byte after which a connection counts as dead; three heartbeats by default. */
  readonly idleTimeoutMs?: number | undefined;
}

/** How a stream is resumed. Its request starts at `since`. */
export interface ResumeOptions<Event>
  extends Pick<FollowOptions, "maxReconnects" | "stopAfterMs" | "state" | "onProgress"> {
  /** True for the last event of the stream. */
  isEnd(event: Event): boolean;
}

/** How a stream of numbered events is resumed. */
export interface NumberedStream<Event> extends Pick<NumberedOptions, "maxReconnects" | "isOver"> {
  /** Number and time of an event; undefined for one without a number. */
  placeOf(event: Event): Place | undefined;
}

export interface OpenOptions {
  /** Name of the file for messages: `profile "work"`. */
  readonly what: string;
  /** Why there may be no file yet, for an operation that then answers 202. */
  readonly absence?: string;
  /** Value of `--progress`. */
  readonly progress?: string | undefined;
}

export interface UploadOptions {
  /** Text of the progress: `Uploading "site.zip"`. */
  readonly label: string;
  /** Value of `--progress`. */
  readonly progress?: string | undefined;
}

export interface BytesOptions extends OutputEnd {
  /** Refused at a terminal. */
  readonly binary: boolean;
  /** Value of `--out`: a file, `-` for stdout. */
  readonly out?: string | undefined;
  /** Replaces a file that exists. */
  readonly force?: boolean | undefined;
}

export interface TextOptions extends OutputEnd {
  /** The text of a log or a clipboard; a pipe gets it unchanged. */
  readonly content?: boolean;
}

export interface ValueOptions extends OutputEnd {
  readonly exitNumber?: number;
  /** Form that replaces text when no form was requested. */
  readonly format?: "json";
}

/** Forms of values that come in batches. */
export interface BatchForms<T> {
  /** Form of a batch for the terminal or the pipe. */
  print(batch: readonly T[]): Printed | undefined;
  /** Value of one item for a program. */
  value(item: T): unknown;
}

type Rows<Row> = Row | readonly Row[];

/** Tools of a command's function: its input, its calls, and helpers that make its result. */
export interface BodyTools<Types extends CommandTypes> extends Input<Types>, Api {
  /** Ends waits when the command ends. */
  readonly signal: AbortSignal;
  /** True in preview mode: work that is only needed for sending may be skipped. */
  readonly previewing: boolean;
  /** True where no confirmation is needed: with `--yes`, and in preview mode. */
  readonly consented: boolean;
  /** `--show-token`: secrets are shown instead of masked. */
  readonly showsSecrets: boolean;
  /** `--quiet`: notices are silenced. */
  readonly quiet: boolean;
  /** Facts of the settings, for commands about them. */
  readonly settings: Pick<CommandContext, "paths" | "settings" | "directoryFile" | "resolved" | "failures">;
  /** A notice for the person, which `--quiet` silences. */
  note(text: string): void;
  /** A notice of a possible problem; the JSON form of an error lists it under its warnings. */
  warn(text: string): void;
  /** Writes lines that are not part of the result, such as a log, to stderr; `--quiet` does not silence them. */
  log(text: Text | Uint8Array): Promise<void>;
  /** Masks a secret in the log of a CI job that supports masking; call it before the secret can be printed. */
  maskInCi(secret: string): void;
  /** Problems of a part of the request that the function builds, by the paths of its fields. */
  problems(part: Part, value: unknown): Promise<Problem[]>;
  /** Terminal for a live view beside this stream; undefined where a view cannot be drawn or has no user. */
  screen(stream: "stdout" | "stderr"): Screen | undefined;
  /** True where a stream takes colour. */
  colour(stream: "stdout" | "stderr"): boolean;
  /** Registers a cleanup that runs before the process ends. Returns a function that removes it. */
  defer(cleanup: () => Awaitable<void>): () => void;
  /**
   * Runner for calculations of a user's program, such as a query; they end with the command. `what` names them in errors.
   */
  interruptible(what: string): Interruptible;
  /** Handles uncaught errors, which would otherwise end the command. Returns a function that removes the handler. */
  takeErrors(handler: (error: unknown) => void): () => void;
  /** Reads text from `-`, `@file`, `env:NAME` or the word itself; `owner` is its flag or argument in errors. */
  read(word: string, owner: string): Promise<string>;
  /** Reads the same sources as {@link BodyTools.read}, as bytes and in chunks. */
  readBytes(word: string, owner: string): AsyncGenerator<Uint8Array>;
  /** Columns for text on stdout; infinite where stdout is not a terminal. */
  readonly width: number;
  /** Colours for text on stdout; none where colour is off. */
  palette(): Promise<Palette>;
  /**
   * Asks for consent at a terminal; exit 11 on no, exit 2 without a terminal. The question names the context before its
   * last question mark, unless it is about this machine. A sentence about the effect may follow it.
   */
  confirm(question: string, about?: "service" | "machine"): Promise<void>;
  /** Asks for a secret without showing it. Exit 2 with `missing` without a terminal. */
  askSecret(message: string, missing: string): Promise<string>;
  /** Asks for a line of text until `check` finds no problem. Only where a question may be asked. */
  askText(message: string, check: (answer: string) => string | undefined): Promise<string>;
  /** Asks with the command's own view. Only where a question may be asked. */
  askByView<T>(view: (terminal: { readonly io: Io; readonly signal: AbortSignal }) => Promise<T>): Promise<T>;
  /** Shows a spinner while `work` runs; `work` may change its text. */
  progress<T>(text: string, work: (show: (text: string) => void) => Promise<T>): Promise<T>;
  /** Address and token of the service. Throws an error that explains how to choose a service when there is none. */
  service(): Service;
  /** The token of the current or the given service; its store is asked once. Masked in the log of GitHub Actions. */
  token(service?: Service): Promise<string>;
  /** The client, for calls that no operation declares. */
  client(): Promise<ApiClient>;
  /**
   * The same calls to another service; `signal` ends them and the wait for the token, instead of the command's signal.
   */
  at(service: Service, options?: Pick<CallOptions, "signal">): Api;

  /** A record or list as the service sent it, with the declared columns; credentials in addresses are masked. */
  record(value: Rows<Types["row"]>, options?: ValueOptions): Result;
  /** A value as it is, with the declared columns. */
  value(value: Rows<Types["row"]>, options?: ValueOptions): Result;
  /** A value of any type, without the declared columns. */
  anyValue(value: unknown, options?: ValueOptions): Result;
  /** A value other than the declared one, with its own columns. */
  rows<Row>(value: Rows<Row>, columns: Table<Row>, options?: OutputEnd): Result;
  /** Done: one sentence for a terminal, or several on separate lines, and a value for programs. */
  done(sentence: string | readonly string[], value: unknown, options?: OutputEnd): Result;
  /** Values that come one by one; `print` gives their text. The generator returns the exit code. */
  items<T>(items: AsyncGenerator<T, number | undefined>, print: (item: T) => Printed | undefined): Result;
  /** Values that come in batches: printed a batch at a time, given to a program one by one. */
  batches<T>(batches: AsyncGenerator<readonly T[], number | undefined>, forms: BatchForms<T>): Result;
  /** Bytes for stdout, or for the file of `--out`. With `-o json` they have to be text. */
  bytes(bytes: Uint8Array | AsyncIterable<Uint8Array>, options: BytesOptions): Promise<Result>;
  /** Text that is itself the result. */
  text(text: Text, options?: TextOptions): Result;
  /** Nothing more to print. */
  exit(exitNumber: number, options?: OutputEnd): Result;
}

/** Tools by name, for a helper shared by several commands: it depends on tools instead of on one command. */
export type Needs<Name extends keyof BodyTools<CommandTypes>> = Pick<BodyTools<CommandTypes>, Name>;

/** Streams and lifetime of a live view. */
export type Screen = Pick<CommandContext, "io" | "lifetime">;

/** Streams and lifetime, for commands that control the terminal. */
type TerminalTools = Pick<CommandContext, "heads" | "io" | "lifetime" | "globals" | "loadOperation">;

/** Parameter of the function of a command. */
export type Body<Types extends CommandTypes> = BodyTools<Types> &
  (Types["terminal"] extends true ? TerminalTools : unknown);

type RunFunction<Types extends CommandTypes> = (body: Body<Types>) => Promise<Result>;
type CheckFunction<Types extends CommandTypes> = (input: Input<Types>) => Awaitable<readonly Problem[]>;

/** The function of a command: `export const run: Run<typeof browsersCurl>`. */
export type Run<C> = RunFunction<TypesOf<C>>;

/** Finds problems in the input before a preview, a question or a call: `export const check: Check<typeof ...>`. */
export type Check<C> = CheckFunction<TypesOf<C>>;

/** The body of a command, for functions beside `run`: `Pick<BodyOf<typeof browsersCurl>, "call" | "note">`. */
export type BodyOf<C> = Body<TypesOf<C>>;

/** The module of a command. */
export interface CommandModule<Types extends CommandTypes> {
  readonly run: RunFunction<Types>;
  readonly check?: CheckFunction<Types>;
}
