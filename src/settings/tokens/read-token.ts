import { CliError } from "../../core/errors.ts";
import { checks } from "../model.ts";
import { type TokenStore, withoutNewline } from "./token-store.ts";

export interface ReadTokenOptions {
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Where the token is kept, for errors: `the keychain of context "prod"`. */
  from: string;
  /** Command line that stores a token there, for errors. */
  login: string;
  /** True when a person may be asked, so a program gets more time. */
  interactive: boolean;
  /** Prints a notice for the person. */
  note: (text: string) => void;
  /** Receives what a token program writes to stderr. */
  onStderr: (text: string) => void;
}

/** Maximum run time of a token program, in milliseconds: alone, and where it may ask a person. */
const LIMIT_MS = 10_000;
const MAX_PERSON_MS = 60_000;

/**
 * Asks a store for its token. Exit 3 when it has none or an invalid one, 10 when the keychain cannot be used. There is no
 * fallback to another store.
 */
export async function readToken(store: TokenStore, options: ReadTokenOptions): Promise<string> {
  if (store.kind === "env") return readVariable(store.variable, options);
  const { env, signal, from, login, interactive, onStderr } = options;
  if (store.kind === "command") {
    const { runTokenCommand } = await import("./run-token-command.ts");
    const limitMs = interactive ? MAX_PERSON_MS : LIMIT_MS;
    return runTokenCommand(store.argv, { env, signal, limitMs, onStderr });
  }
  const { readFromKeychain } = await import("./keychain.ts");
  const token = await readFromKeychain(store, { env, signal });
  if (token === undefined) throw noToken(`${from} has no entry "${store.account}"`, login);
  const problem = checks.token(token);
  if (problem !== undefined) throw noToken(`${from} holds no token in "${store.account}": it ${problem}`, login);
  return token;
}

function readVariable(variable: string, { env, from, login, note }: ReadTokenOptions): string {
  const value = env[variable];
  if (!value) throw noToken(`${from} is not set`, `export ${variable}=…, or: ${login}`);
  const token = withoutNewline(value, variable, note);
  const problem = checks.token(token);
  if (problem !== undefined) throw noToken(`${from} ${problem}`, `export ${variable}=…, or: ${login}`);
  return token;
}

function noToken(message: string, hint: string): CliError {
  return new CliError("auth", message, { code: "no_token", hint });
}
