import type { BodyOf } from "../../../../cli/declare/body.ts";
import {
  isSource,
  keyAndSource,
  notEmpty,
  repeatedKeys,
  secondStdinProblem,
  withoutLineBreak,
} from "../../../../cli/input/named-values.ts";
import { MAX_VALUE_CHARACTERS } from "../../../../contract/login-flows.ts";
import { type Problem, usageError } from "../../../../core/errors.ts";
import type { authConnectionsLogin } from "../login.ts";
import { GivenAnswers } from "./given-answers.ts";

type Login = BodyOf<typeof authConnectionsLogin>;

/** Types of fields with long-lived values, which must not be typed on a command line. */
export const lastingTypes = new Set(["password", "totp_secret"]);

/** Problems of `--field` and `--choice`, without their values. */
export function givenProblems({ choice = [], field = [] }: Pick<Login["flags"], "choice" | "field">): Problem[] {
  const words = field.map(keyAndSource);
  const problems = words.flatMap(({ key, source }): Problem[] => {
    const path = `--field ${key}`;
    if (key === "") {
      return [{ path: "--field", message: "must be NAME=VALUE, NAME=@FILE, NAME=env:NAME or NAME=-" }];
    }
    if (source === "") return [{ path, message: "is empty" }];
    if (isSource(source) || !lastingTypes.has(key)) return [];
    const why = "which other users of this machine and the history of the shell would see";
    const way = `${key}=@FILE, ${key}=env:NAME or ${key}=- for stdin`;
    return [{ path, message: `needs a source, not the value itself, ${why}; use ${way}` }];
  });
  const keys = words.map(({ key }) => key).filter((key) => key !== "");
  for (const key of repeatedKeys(keys)) problems.push({ path: `--field ${key}`, message: "is given more than once" });
  problems.push(...secondStdinProblem(words.map(({ key, source }) => ({ owner: `--field ${key}`, source }))));
  if (choice.includes("")) problems.push({ path: "--choice", message: "is empty" });
  return problems;
}

/** Reads the values of the flags. Exit 2 for a value that no field accepts. */
export async function readGiven({ flags, read }: Pick<Login, "flags" | "read">): Promise<GivenAnswers> {
  const values = new Map<string, string>();
  for (const { key, source } of (flags.field ?? []).map(keyAndSource)) {
    const path = `--field ${key}`;
    const text = await read(source, path);
    const value = notEmpty(path, isSource(source) ? withoutLineBreak(text) : text);
    if (/[\r\n]/.test(value)) throw usageError([{ path, message: "has more than one line" }]);
    if (value.length > MAX_VALUE_CHARACTERS) {
      throw usageError([
        { path, message: `has ${value.length} characters; at most ${MAX_VALUE_CHARACTERS} are allowed` },
      ]);
    }
    values.set(key, value);
  }
  return new GivenAnswers(values, flags.choice ?? []);
}
