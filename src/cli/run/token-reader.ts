import type { Lifetime } from "../../core/abort.ts";
import { maskInCi } from "../../core/ci-mask.ts";
import { commandLine } from "../../core/command-line.ts";
import { CliError } from "../../core/errors.ts";
import type { Io } from "../../core/io.ts";
import { connectLocal, type LocalListener } from "../../core/local-listener.ts";
import type { Service } from "../../settings/require-service.ts";
import type { TokenStore } from "../../settings/tokens/token-store.ts";

/** Gives the tokens of services. */
export type Tokens = Pick<TokenReader, "read" | "renew" | "source">;

/**
 * Tokens of one run. A store is asked when a token is first needed, and once: a token program runs again only after a
 * 401. Every token is masked in the log of GitHub Actions before anything can print it.
 */
export class TokenReader {
  readonly #io: Io;
  readonly #signal: AbortSignal;
  readonly #tokens = new Map<string, Promise<string>>();
  /** Tokens that were renewed by a grant, by the one before. */
  readonly #renewed = new Map<string, Promise<string | undefined>>();

  constructor(io: Io, lifetime: Pick<Lifetime, "signal">) {
    this.#io = io;
    this.#signal = lifetime.signal;
  }

  /**
   * The token of a service. Exit 3 when its store has none, 5 when the local service does not answer or another program
   * listens on its port, 10 when the store cannot be used.
   */
  async read(service: Service, signal = this.#signal): Promise<string> {
    const stored = await this.#stored(service, signal);
    if (!expiresSoon(service)) return stored;
    return (await this.#refresh(service, stored, signal)) ?? stored;
  }

  async #stored(service: Service, signal: AbortSignal): Promise<string> {
    const { token } = service;
    if (typeof token === "object" && token.kind !== "local") return this.#ask(token, service, signal);
    const text = typeof token === "string" ? token : await provenToken(token, service, signal);
    maskInCi(this.#io, text);
    return text;
  }

  /** The token for a client. For the local service only its connections know the token, unless it is to be `shown`. */
  async source(service: Service, shown: boolean, signal = this.#signal): Promise<string | LocalListener> {
    const { token } = service;
    return typeof token === "object" && token.kind === "local" && !shown ? token : this.read(service, signal);
  }

  /**
   * New token after the service refused one; undefined when there is none: its source gives the same token again, or is
   * of a kind that never has a newer one.
   */
  async renew(service: Service, refused: string, signal = this.#signal): Promise<string | undefined> {
    if (service.oauth) return await this.#refresh(service, refused, signal);
    const { token: store } = service;
    if (typeof store === "string") return undefined;
    if (store.kind === "local") {
      const present = await this.read(service, signal);
      return present === refused ? undefined : present;
    }
    if (store.kind !== "command") return undefined;
    const key = JSON.stringify(store);
    // Another request may already have renewed it.
    const known = await this.#tokens.get(key);
    if (known !== undefined && known !== refused) return known;
    if (this.#tokens.get(key) !== undefined) this.#tokens.delete(key);
    const token = await this.#ask(store, service, signal);
    return token === refused ? undefined : token;
  }

  /** Renews a token by the grant of its context, once for each token. */
  async #refresh({ contextName }: Service, old: string, signal: AbortSignal): Promise<string | undefined> {
    if (contextName === undefined) return undefined;
    const { cwd, env } = this.#io;
    const asked =
      this.#renewed.get(old) ??
      import("../../oauth/refresh.ts").then(({ refreshGrant }) =>
        refreshGrant({ context: contextName, cwd, env, old, signal, now: Date.now }),
      );
    this.#renewed.set(old, asked);
    const token = await asked;
    if (token !== undefined) maskInCi(this.#io, token);
    return token;
  }

  #ask(store: TokenStore, service: Service, signal: AbortSignal): Promise<string> {
    const key = JSON.stringify(store);
    const asked = this.#tokens.get(key) ?? this.#read(store, service, signal);
    this.#tokens.set(key, asked);
    return asked;
  }

  async #read(store: TokenStore, service: Service, signal: AbortSignal): Promise<string> {
    const io = this.#io;
    const { readToken } = await import("../../settings/tokens/read-token.ts");
    const { baseUrl, contextName, tokenFrom = "the token store" } = service;
    let stderr = "";
    try {
      const token = await readToken(store, {
        env: io.env,
        signal,
        from: tokenFrom,
        login: commandLine`login --context ${contextName} --base-url ${baseUrl}`,
        interactive: io.interactive,
        note: (text) => io.note(text),
        onStderr: (text) => {
          // With JSON errors, stderr has nothing else.
          if (io.jsonErrors) stderr += text;
          // The user's own program may print prompts, so its output is not escaped.
          else void io.writeError(Buffer.from(text)).catch(() => {});
        },
      });
      maskInCi(io, token);
      return token;
    } catch (error) {
      if (stderr === "" || !(error instanceof CliError)) throw error;
      throw new CliError(error.exit, error.message, { ...error.options, extra: { ...error.options.extra, stderr } });
    } finally {
      if (stderr !== "") io.note(stderr.trimEnd());
    }
  }
}

/** Time before the expiry of a token at which it is renewed, in milliseconds. */
const RENEW_EARLY_MS = 60_000;

function expiresSoon({ oauth }: Service): boolean {
  // The clock of a run is a large module, which a call without such a grant does not load.
  if (oauth?.expires_at === undefined) return false;
  return Date.parse(oauth.expires_at) - (performance.timeOrigin + performance.now()) < RENEW_EARLY_MS;
}

/** Token of the local service, once the service has proven its identity on a connection, which is then closed. */
async function provenToken(listener: LocalListener, { baseUrl }: Service, signal: AbortSignal): Promise<string> {
  const url = new URL(baseUrl);
  try {
    const { socket, token } = await connectLocal(listener, Number(url.port), { signal });
    socket.destroy();
    return token;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CliError) throw error;
    const { networkFailure } = await import("../../client/failures.ts");
    throw networkFailure(error, url, "browserctl local start").error;
  }
}
