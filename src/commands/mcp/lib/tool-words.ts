import { commandArgs, commandFlags } from "../../../cli/declare/field-flags.ts";
import { loadOperation } from "../../../cli/declare/operations.ts";
import type { ArgSpec, CommandHead, CommandSpec, FlagSpec } from "../../../cli/declare/spec.ts";
import type { PlainOperation } from "../../../contract/plain.ts";
import { usageError } from "../../../core/errors.ts";

/** Argument or flag of a command, with the name by which it is an input of a tool. */
export interface Place {
  readonly name: string;
  readonly spec: Pick<FlagSpec, "choices" | "repeat" | "summary"> & {
    readonly kind?: FlagSpec["kind"] | ArgSpec["kind"];
  };
  readonly required: boolean;
  /** The flag; undefined for an argument. */
  readonly flag: FlagSpec | undefined;
}

/** A command with its places. */
export interface PlacedCommand {
  readonly spec: CommandSpec;
  readonly operation: PlainOperation | undefined;
  readonly places: readonly Place[];
}

/** The command of these words, with its arguments and flags as inputs. */
export async function placedCommand(words: string, heads: readonly CommandHead[]): Promise<PlacedCommand> {
  const head = heads.find((each) => each.words === words);
  if (!head) throw new Error(`there is no command "${words}"`);
  const spec = await head.load();
  const operation = spec.operation && (await loadOperation(spec.operation));
  const args = commandArgs(spec, operation).map(
    (arg): Place => ({
      name: arg.session === undefined ? arg.name : "session",
      spec: arg,
      required: arg.required && arg.session !== "optional",
      flag: undefined,
    }),
  );
  const taken = new Set(args.map(({ name }) => name));
  const flags = commandFlags(spec, operation)
    .map(
      (flag): Place => ({
        name: flag.name.replaceAll("-", "_"),
        spec: flag,
        required: flag.required === true,
        flag,
      }),
    )
    .filter(({ name }) => !taken.has(name));
  return { spec, operation, places: [...args, ...flags] };
}

/** Texts of an input: of a text, a number, a truth value, or a list of them. Exit 2 for others. */
export function textsOf(path: string, value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value];
  return list.map((each: unknown) => {
    if (typeof each === "string" || typeof each === "number" || typeof each === "boolean") return String(each);
    throw usageError([{ path, message: "must be a text, a number, or a list of them" }]);
  });
}

/** Words of a command for these inputs, each of which is known. */
export function wordsFor(
  { spec, places }: Pick<PlacedCommand, "places" | "spec">,
  input: Readonly<Record<string, unknown>>,
): string[] {
  const flags: string[] = [];
  const args: string[] = [];
  for (const { name, flag } of places) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    if (!flag) args.push(...textsOf(name, value));
    else if (flag.kind === "boolean") flags.push(...booleanWords(flag, name, value));
    else flags.push(...textsOf(name, value).map((text) => `--${flag.name}=${text}`));
  }
  return [...spec.words.split(" "), ...flags, ...(args.length > 0 ? ["--", ...args] : [])];
}

function booleanWords({ name, negatable }: FlagSpec, path: string, value: unknown): string[] {
  if (value === true || value === "true") return [`--${name}`];
  if (value === false || value === "false") return negatable ? [`--no-${name}`] : [];
  throw usageError([{ path, message: "must be true or false" }]);
}
