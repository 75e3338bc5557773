import type { Needs } from "../../../../cli/declare/body.ts";
import type { ValuesOf } from "../../../../cli/declare/declaration.ts";
import {
  isSource,
  keyAndSource,
  notEmpty,
  repeatedKeys,
  secondStdinProblem,
  withoutLineBreak,
} from "../../../../cli/input/named-values.ts";
import type { Problem } from "../../../../core/errors.ts";
import type { valueFlags } from "./item-words.ts";

type Flags = ValuesOf<typeof valueFlags>;

/** Problems of the words of the flags, without their values: a word that should name a source may be a secret. */
export function valueProblems({ value = [], ask = [] }: Flags): Problem[] {
  const words = value.map(keyAndSource);
  const problems = words.flatMap(({ key, source }): Problem[] => {
    if (key === "") return [{ path: "--value", message: "must be FIELD=@FILE, FIELD=env:NAME or FIELD=-" }];
    if (isSource(source)) return [];
    const way = `${key}=@FILE, ${key}=env:NAME, ${key}=- for stdin, or --ask ${key}`;
    return [{ path: `--value ${key}`, message: `needs a source, not the value itself; use ${way}` }];
  });
  const keys = [...words.map(({ key }) => key).filter((key) => key !== ""), ...ask];
  for (const key of repeatedKeys(keys)) problems.push({ path: `--value ${key}`, message: "is given more than once" });
  return [...problems, ...secondStdinProblem(words.map(({ key, source }) => ({ owner: `--value ${key}`, source })))];
}

/** Reads the values that the flags name, then asks for the others. Exit 2 for an empty one. A preview does not ask. */
export async function readValues(
  body: Needs<"askSecret" | "previewing" | "read"> & { readonly flags: Flags },
): Promise<ReadonlyMap<string, string>> {
  const { askSecret, flags, previewing, read } = body;
  const values = new Map<string, string>();
  for (const { key, source } of (flags.value ?? []).map(keyAndSource)) {
    values.set(key, notEmpty(`--value ${key}`, withoutLineBreak(await read(source, `--value ${key}`))));
  }
  for (const key of flags.ask ?? []) {
    const missing = `--ask ${key} needs a terminal to ask at; elsewhere use --value ${key}=@FILE, ${key}=env:NAME or ${key}=-`;
    values.set(
      key,
      previewing ? "asked at the terminal" : notEmpty(`--ask ${key}`, await askSecret(`Value of ${key}`, missing)),
    );
  }
  return values;
}
