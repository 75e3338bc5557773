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
import type { WebLogin } from "./web-login.ts";

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
  const web = flags.web ? "--web" : flags.device ? "--device" : undefined;
  if (web !== undefined) {
    if (flags.tokenStdin) problems.push({ path: "--token-stdin", message: `cannot be used together with ${web}` });
    if (flags.web && flags.device) problems.push({ path: "--device", message: "cannot be used together with --web" });
    if (store !== "file" && store !== "keychain")
      problems.push({ path: web, message: `keeps the token in a file or the keychain, not --store ${store}` });
  }
  for (const [name, given] of [
    ["--client-id", flags.clientId],
    ["--callback-port", flags.callbackPort],
  ] as const) {
    if (given !== undefined && flags.tokenStdin)
      problems.push({ path: name, message: "is for --web and --device, not for --token-stdin" });
  }
  if (flags.callbackPort !== undefined && (flags.callbackPort < 1 || flags.callbackPort > 65_535))
    problems.push({ path: "--callback-port", message: `must be 1 to 65535, not ${flags.callbackPort}` });
  if (problems.length > 0) throw usageError(problems, "browserctl login --help");
  return store;
}

function tokenEnvProblem(name: string): string | undefined {
  const own = /^BROWSERCTL_TOKEN(_FILE)?$/.test(name);
  return own ? `${name} overrides every context and needs no login; name another variable` : variableProblem(name);
}

/** Token of a login, and the login at an authorization server that gave it. */
export interface GivenToken {
  readonly token: NewToken;
  readonly web?: WebLogin;
}

/**
 * The token for a store, or the program or variable that gives it. A token is asked for only where it is stored; a terminal
 * offers the login by the browser instead, where the service has it.
 */
export async function loginToken(body: LoginBody, store: TokenStoreKind, account: Account): Promise<GivenToken> {
  const { before } = account;
  if (store === "command") return { token: programOf(body, before) };
  if (store === "env") return { token: variableOf(body, before) };
  const { flags, interactive } = body;
  const byWeb = flags.web === true || flags.device === true;
  if (!byWeb && (flags.tokenStdin || !interactive))
    return { token: { kind: store, token: await readTokenOf(body, account) } };
  const { offeredServer, webLogin } = await import("./web-login.ts");
  const offered = byWeb ? undefined : await offeredServer(body, account.baseUrl);
  const typed = byWeb ? "" : await readTokenOf(body, account, offered !== undefined);
  if (typed !== "") return { token: { kind: store, token: typed } };
  const web = await webLogin(body, account.baseUrl, offered);
  return { token: { kind: store, token: web.tokens.accessToken }, web };
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
  mayBeEmpty = false,
): Promise<string> {
  const text = flags.tokenStdin
    ? await read("-", "--token-stdin")
    : await askSecret(
        `Token for ${baseUrl}, context "${name}"${mayBeEmpty ? "; empty to log in with the browser" : ""}`,
        "the token is missing: pipe it in with --token-stdin",
      );
  if (mayBeEmpty && text === "") return "";
  const token = withoutNewline(text, flags.tokenStdin ? "stdin" : "the input", note);
  const problem = token === "" ? "is empty" : checks.token(token);
  if (problem !== undefined) throw usageError([{ path: "the token", message: problem }]);
  maskInCi(token);
  return token;
}
