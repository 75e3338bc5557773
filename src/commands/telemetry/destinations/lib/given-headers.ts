import type { Needs } from "../../../../cli/declare/body.ts";
import type { ValuesOf } from "../../../../cli/declare/declaration.ts";
import {
  keyAndSource,
  repeatedKeys,
  secondStdinProblem,
  withoutLineBreak,
} from "../../../../cli/input/named-values.ts";
import { MAX_DESTINATION_HEADER_BYTES } from "../../../../contract/limits.ts";
import { type Problem, usageError } from "../../../../core/errors.ts";
import type { headerFlags } from "./destination-words.ts";

type Flags = ValuesOf<typeof headerFlags>;

/** Problems of the words of `--header` and of the names that `--remove-header` removes, without values. */
export function headerProblems({ header = [] }: Flags, removed: readonly string[] = []): Problem[] {
  const words = header.map(keyAndSource);
  const problems = words.flatMap(({ key }): Problem[] =>
    key === "" ? [{ path: "--header", message: "must be NAME=VALUE, NAME=@FILE, NAME=env:VARIABLE or NAME=-" }] : [],
  );
  const names = [...words.map(({ key }) => key), ...removed].filter((name) => name !== "");
  for (const name of repeatedKeys(names.map((each) => each.toLowerCase()))) {
    const message = "is given more than once";
    problems.push({ path: `--header ${name}`, message, sentence: `header ${JSON.stringify(name)} ${message}` });
  }
  const sources = words.map(({ key, source }) => ({ owner: `--header ${key}`, source }));
  return [...problems, ...secondStdinProblem(sources)];
}

/** Reads the values of the headers. Exit 2 for more bytes than a destination takes. */
export async function readHeaders(
  { flags, read }: Needs<"read"> & { readonly flags: Flags },
  words: string,
): Promise<Record<string, string> | undefined> {
  if (flags.header === undefined) return undefined;
  const headers: [name: string, value: string][] = [];
  for (const { key, source } of flags.header.map(keyAndSource)) {
    headers.push([key, withoutLineBreak(await read(source, `--header ${key}`))]);
  }
  const bytes = Buffer.byteLength(headers.flat().join(""));
  if (bytes > MAX_DESTINATION_HEADER_BYTES) {
    const message = `names and values must have at most ${MAX_DESTINATION_HEADER_BYTES} bytes together, not ${bytes}`;
    throw usageError([{ path: "--header", message }], `browserctl ${words} --help`);
  }
  return Object.fromEntries(headers);
}

/** Throws exit 2 for headers that do not fit the contract, with the flag in place of the field. */
export async function requireHeaders({ problems }: Needs<"problems">, body: object, words: string): Promise<void> {
  const found = await problems("body", body);
  if (found.length === 0) return;
  const typed = found.map(({ path, message }) => ({ path: path.replace(/^headers\.?/, "--header ").trim(), message }));
  throw usageError(typed, `browserctl ${words} --help`);
}
