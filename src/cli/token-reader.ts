import type { Lifetime } from "../core/abort.ts";
import { maskInCi } from "../core/ci-mask.ts";
import { CliError } from "../core/errors.ts";
import type { Io } from "../core/io.ts";
import type { Service } from "../settings/require-service.ts";
import type { TokenStore } from "../settings/tokens/token-store.ts";

/** Gives the tokens of services. */
export type Tokens = Pick<TokenReader, "read" | "renew">;

/**
 * Tokens of one run. A store is asked when a token is first needed, and once: a token program runs again only after a
 * 401. Every token is masked in the log of GitHub Actions before anything can print it.
 */
export class TokenReader {
  readonly #io: Io;
  readonly #signal: AbortSignal;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(io: Io, lifetime: Pick<Lifetime, "signal">) {
    this.#io = io;
    this.#signal = lifetime.signal;
  }

  /** The token of a service. Exit 3 when its store has none, 10 when the store cannot be used. */
  async read(service: Service, signal = this.#signal): Promise<string> {
    const { token } = service;
    if (typeof token === "object") return this.#ask(token, service, signal);
    maskInCi(this.#io, token);
    return token;
  }

  /**
   * Another token in the place of one that the service refused; undefined where there is none: a token program that
   * prints the same one, or another store, which holds nothing newer.
   */
  async renew(service: Service, refused: string, signal = this.#signal): Promise<string | undefined> {
    const { token: store } = service;
    if (typeof store === "string" || store.kind !== "command") return undefined;
    const key = JSON.stringify(store);
    // Another request may have renewed it already.
    const known = await this.#tokens.get(key);
    if (known !== undefined && known !== refused) return known;
    if (this.#tokens.get(key) !== undefined) this.#tokens.delete(key);
    const token = await this.#ask(store, service, signal);
    return token === refused ? undefined : token;
  }

  #ask(store: TokenStore, service: Service, signal: AbortSignal): Promise<string> {
    const key = JSON.stringify(store);
    const asked = this.#tokens.get(key) ?? this.#read(store, service, signal);
    this.#tokens.set(key, asked);
    return asked;
  }

  async #read(store: TokenStore, service: Service, signal: AbortSignal): Promise<string> {
    const io = this.#io;
    const { readToken } = await import("../settings/tokens/read-token.ts");
    const { baseUrl, contextName, tokenFrom = "the token store" } = service;
    const context = contextName === undefined ? "" : ` --context ${contextName}`;
    let stderr = "";
    try {
      const token = await readToken(store, {
        env: io.env,
        signal,
        from: tokenFrom,
        login: `browserctl login${context} --base-url ${baseUrl}`,
        interactive: io.interactive,
        note: (text) => io.note(text),
        onStderr: (text) => {
          // Errors as JSON are alone on stderr.
          if (io.jsonErrors) stderr += text;
          else io.stderr.write(text);
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
