import type { Needs } from "../../../cli/declare/body.ts";
import type { ValuesOf } from "../../../cli/declare/declaration.ts";
import {
  isSource,
  keyAndSource,
  notEmpty,
  repeatedKeys,
  secondStdinProblem,
  withoutLineBreak,
} from "../../../cli/input/named-values.ts";
import { type Problem, usageError } from "../../../core/errors.ts";
import type { secretFlags } from "./credential-words.ts";

type Flags = ValuesOf<typeof secretFlags>;

/** Secrets of a request; a field that was not given is absent. */
export interface Secrets {
  readonly values?: Readonly<Record<string, string>>;
  readonly totp_secret?: string;
}

/** Stand-in in a preview for a value that is asked at the terminal. */
const UNASKED = "asked at the terminal";

/** Problems of the secret flags, without their values: a word that should name a source may be a secret. */
export function secretProblems({ value = [], ask = [], totpSecret, askTotpSecret }: Flags): Problem[] {
  const words = value.map(keyAndSource);
  const problems = words.flatMap(({ key, source }): Problem[] => {
    if (key === "") return [{ path: "--value", message: "must be KEY=@FILE, KEY=env:NAME or KEY=-" }];
    if (isSource(source)) return [];
    const way = `${key}=@FILE, ${key}=env:NAME, ${key}=- for stdin, or --ask ${key}`;
    return [{ path: `--value ${key}`, message: `needs a source, not the value itself, ${WHY}; use ${way}` }];
  });
  const keys = [...words.map(({ key }) => key).filter((key) => key !== ""), ...ask];
  for (const key of repeatedKeys(keys)) {
    const message = "is given more than once";
    problems.push({ path: `--value ${key}`, message, sentence: `value ${JSON.stringify(key)} ${message}` });
  }
  if (totpSecret !== undefined && !isSource(totpSecret)) {
    const way = "@FILE, env:NAME, - for stdin, or --ask-totp-secret";
    problems.push({ path: "--totp-secret", message: `needs a source, not the secret itself, ${WHY}; use ${way}` });
  }
  if (totpSecret !== undefined && askTotpSecret) {
    problems.push({ path: "--ask-totp-secret", message: "cannot be used together with --totp-secret" });
  }
  const sources = words.map(({ key, source }) => ({ owner: `--value ${key}`, source }));
  if (totpSecret !== undefined) sources.push({ owner: "--totp-secret", source: totpSecret });
  problems.push(...secondStdinProblem(sources));
  return problems;
}

const WHY = "which other users of this machine and the history of the shell would see";

/**
 * Reads the secrets that the flags name, then asks for the others. A line break at the end of a source is removed. Exit
 * 2 for an empty value, or one that cannot be asked for. A preview does not ask.
 */
export async function readSecrets(
  body: Needs<"askSecret" | "previewing" | "read"> & { readonly flags: Flags },
): Promise<Secrets> {
  const { flags, read } = body;
  const values = new Map<string, string>();
  for (const { key, source } of (flags.value ?? []).map(keyAndSource)) {
    values.set(key, notEmpty(`--value ${key}`, withoutLineBreak(await read(source, `--value ${key}`))));
  }
  const secret = flags.totpSecret;
  const given = secret === undefined ? undefined : (await read(secret, "--totp-secret")).trim();
  if (given !== undefined) notEmpty("--totp-secret", given);
  for (const key of flags.ask ?? []) {
    const way = `--value ${key}=@FILE, ${key}=env:NAME or ${key}=-`;
    values.set(key, await asked(body, `Value of ${key}`, { flag: `--ask ${key}`, way }));
  }
  const secretWay = { flag: "--ask-totp-secret", way: "--totp-secret @FILE, env:NAME or -" };
  const totp_secret = flags.askTotpSecret ? (await asked(body, "TOTP secret", secretWay)).trim() : given;
  return {
    ...(values.size > 0 && { values: Object.fromEntries(values) }),
    ...(totp_secret !== undefined && { totp_secret }),
  };
}

/** Throws exit 2 for a body that does not fit the contract, with the flags in place of its fields. */
export async function requireValid({ problems }: Needs<"problems">, body: object, words: string): Promise<void> {
  const found = await problems("body", body);
  if (found.length === 0) return;
  const typed = found.map(({ path, message }) => ({ path: flagOf(path), message }));
  throw usageError(typed, `browserctl ${words} --help`);
}

function flagOf(path: string): string {
  if (path === "totp_secret") return "--totp-secret";
  return path.replace(/^values\.?/, "--value ").trimEnd();
}

async function asked(
  { askSecret, previewing }: Needs<"askSecret" | "previewing">,
  message: string,
  { flag, way }: { readonly flag: string; readonly way: string },
): Promise<string> {
  if (previewing) return UNASKED;
  return notEmpty(flag, await askSecret(message, `${flag} needs a terminal to ask at; elsewhere use ${way}`));
}
