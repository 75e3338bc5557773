import type { OperationId, ResultOf, RowOf } from "../../client/operation-types.ts";
import type { Column } from "../../render/columns.ts";
import type {
  ArgDeclaration,
  ColumnOf,
  Command,
  Declaration,
  FlagDeclaration,
  OnlyKnown,
  Table,
} from "./declaration.ts";
import type { ArgSpec, CommandSpec, FlagSpec } from "./spec.ts";

/**
 * Declares a command. Its flags and arguments are records: the key of a flag in flagNameOf case is its name, and the types of
 * the function (`Run<typeof thisCommand>`) follow from all parts. `run` names a module of its own: a function in this
 * file would make the types circular, and every command would load it.
 */
export function command<
  const Id extends OperationId | undefined = undefined,
  const Args extends Readonly<Record<string, ArgDeclaration<Id>>> | undefined = undefined,
  const Flags extends Readonly<Record<string, FlagDeclaration<Id>>> = Record<never, never>,
  const Filled extends string = never,
  Row = RowOf<ResultOf<Id>>,
  const Terminal extends boolean = false,
  const Done extends string = string,
  const Text extends string = string,
  const Over extends string = string,
  Module = undefined,
>(
  declaration: Declaration<
    Id,
    Args & OnlyKnown<Args, ArgDeclaration<Id>>,
    Flags & OnlyKnown<Flags, FlagDeclaration<Id>>,
    Filled,
    Row,
    Terminal,
    Done,
    Text,
    Over,
    Module
  >,
): Command<{ operation: Id; args: Args; flags: Flags; filled: Filled; row: Row; terminal: Terminal }, Module> {
  const erased = declaration as unknown as ErasedDeclaration;
  const { args, flags } = erased;
  // Every start creates all commands and uses one, so the other parts of a command are computed when first read.
  let argSpecs: readonly ArgSpec[] | undefined;
  let flagSpecs: readonly FlagSpec[] | undefined;
  return {
    ...erased,
    get args() {
      argSpecs ??= args && Object.entries(args).map(([key, arg]) => argSpec(key, arg));
      return argSpecs;
    },
    get flags() {
      flagSpecs ??= flags && Object.entries(flags).map(([key, flag]) => ({ name: flagNameOf(key), ...flag }));
      return flagSpecs;
    },
    get keys() {
      return { args: args && Object.keys(args), flags: Object.keys(flags ?? {}) };
    },
  } as CommandSpec as Command<
    { operation: Id; args: Args; flags: Flags; filled: Filled; row: Row; terminal: Terminal },
    Module
  >;
}

/** An argument without the types of its operation. */
interface ErasedArg extends Omit<ArgSpec, "name" | "required"> {
  readonly required?: false;
  readonly word?: string;
}

/** A declaration without its types. */
interface ErasedDeclaration extends Omit<CommandSpec, "args" | "flags"> {
  readonly args?: Readonly<Record<string, ErasedArg>>;
  readonly flags?: Readonly<Record<string, Omit<FlagSpec, "name">>>;
}

/** Columns of rows that are not the operation's own answer. */
export function table<Row>(columns: readonly ColumnOf<Row>[]): Table<Row> {
  return columns as readonly Column[] as Table<Row>;
}

function argSpec(key: string, { required, word, ...arg }: ErasedArg): ArgSpec {
  return { name: word ?? key, required: required !== false, ...arg };
}

/** `failWithBody` as it is typed: `fail-with-body`. */
function flagNameOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
