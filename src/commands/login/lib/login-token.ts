import { isAbsolute, resolve } from "node:path";
import type { BodyOf } from "../../../cli/declare/body.ts";
import { type Problem, usageError } from "../../../core/errors.ts";
import { type ContextEntry, checks } from "../../../settings/model.ts";
import type { NewToken } from "../../../settings/tokens/keep-token.ts";
import {
  type CommandStore,
  type EnvStore,
  type TokenStoreKind,
  variableProblem,
  withoutNewline,
} from "../../../settings/tokens/token-store.ts";
import type { login } from "../../login.ts";

type LoginBody = BodyOf<typeof login>;

/** Context that a token is for, with its entry before this login. */
interface Account {
  readonly name: string;
  readonly baseUrl: string;
  readonly before: ContextEntry | undefined;
}

const exampleCommand = "browserctl login --store command -- op read op://work/browsers/token";
const exampleVariable = "browserctl login --store env --token-env SHOP_TOKEN";

/**
 * Store of a login: `--store`, or the one implied by other flags, or the context's current store, or the settings file.
 * Exit 2 for contradictory flags.
 */
export function loginStore({ flags, rest }: LoginBody, before: ContextEntry | undefined): TokenStoreKind {
  const implied = rest.length > 0 ? "command" : flags.tokenEnv === undefined ? undefined : "env";
  const store = flags.store ?? implied ?? before?.token_store?.kind ?? "file";
  const problems: Problem[] = [];
  const only = (given: boolean, path: string, wanted: TokenStoreKind): void => {
    if (given && store !== wanted) problems.push({ path, message: `is for --store ${wanted}, not --store ${store}` });
  };
  only(rest.length > 0, "the words after --", "command");
  only(flags.tokenEnv !== undefined, "--token-env", "env");
  if (flags.tokenStdin && (store === "command" || store === "env")) {
    const place = store === "command" ? "a program" : "a variable";
    const message = `gives a token, and the store is ${place}; add --store file or --store keychain`;
    problems.push({ path: "--token-stdin", message });
  }
  const variable = flags.tokenEnv === undefined ? undefined : tokenEnvProblem(flags.tokenEnv);
  if (variable !== undefined) problems.push({ path: "--token-env", message: variable });
  if (problems.length > 0) throw usageError(problems, "browserctl login --help");
  return store;
}

function tokenEnvProblem(name: string): string | undefined {
  const own = /^BROWSERCTL_TOKEN(_FILE)?$/.test(name);
  return own ? `${name} overrides every context and needs no login; name another variable` : variableProblem(name);
}

/** The token for a store, or the program or variable that gives it. A token is asked for only where it is stored. */
export async function loginToken(body: LoginBody, store: TokenStoreKind, account: Account): Promise<NewToken> {
  const { before } = account;
  if (store === "command") return programOf(body, before);
  if (store === "env") return variableOf(body, before);
  return { kind: store, token: await readTokenOf(body, account) };
}

/** A relative path is stored as an absolute one, because other commands run in other directories. */
function programOf({ cwd, rest }: LoginBody, before: ContextEntry | undefined): CommandStore {
  const [file, ...args] = rest;
  if (file === undefined) {
    if (before?.token_store?.kind === "command") return before.token_store;
    throw usageError([{ path: "the program", message: "is missing; write it after --" }], exampleCommand);
  }
  if (file === "") throw usageError([{ path: "the program", message: "is empty" }], exampleCommand);
  const isPath = /[\\/]/.test(file) && !isAbsolute(file);
  return { kind: "command", argv: [isPath ? resolve(cwd, file) : file, ...args] };
}

function variableOf({ flags }: LoginBody, before: ContextEntry | undefined): EnvStore {
  if (flags.tokenEnv !== undefined) return { kind: "env", variable: flags.tokenEnv };
  if (before?.token_store?.kind === "env") return before.token_store;
  throw usageError([{ path: "--token-env", message: "is missing" }], exampleVariable);
}

async function readTokenOf(
  { askSecret, flags, maskInCi, note, read }: LoginBody,
  { baseUrl, name }: Account,
): Promise<string> {
  const text = flags.tokenStdin
    ? await read("-", "--token-stdin")
    : await askSecret(`Token for ${baseUrl}, context "${name}"`, "the token is missing: pipe it in with --token-stdin");
  const token = withoutNewline(text, flags.tokenStdin ? "stdin" : "the input", note);
  const problem = token === "" ? "is empty" : checks.token(token);
  if (problem !== undefined) throw usageError([{ path: "the token", message: problem }]);
  maskInCi(token);
  return token;
}
