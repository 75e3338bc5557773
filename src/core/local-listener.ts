import type { Socket } from "node:net";
import { isSameProof, listenerProof, NONCE_HEADER, newNonce, PROOF_HEADER, PROOF_PATH } from "./listener-proof.ts";

/** Maximum time until a listener has proven itself, in milliseconds. */
const PROOF_MS = 10_000;
/** Maximum size of the answer to a challenge, in bytes. */
const MAX_BYTES = 4_096;
const HEADERS_END = "\r\n\r\n";

/** Code of a connection that failed before anything confidential was sent. */
export type ListenerErrorCode = "LOCAL_NOT_RUNNING" | "FOREIGN_LISTENER" | "CONNECT_TIMEOUT";

const messages: Readonly<Record<ListenerErrorCode, string>> = {
  LOCAL_NOT_RUNNING: "the local service is not running",
  FOREIGN_LISTENER: "another program listens there, not the local service",
  CONNECT_TIMEOUT: "no connection in time",
};

/** Error for a port on which the local service does not listen. No token was sent. */
export class ListenerError extends Error {
  override readonly name = "ListenerError";
  readonly code: ListenerErrorCode;

  constructor(code: ListenerErrorCode, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}

/** Connection to the local service itself, with the token that may be sent over it. */
export interface ProvenConnection {
  readonly socket: Socket;
  readonly token: string;
}

/** The local service over a state directory, across its runs. */
export interface LocalListener {
  readonly kind: "local";
  /** Credentials of the present run, if it listens on `port`. Throws exit 10 for a state file that cannot be used. */
  credentials(port: number): LocalCredentials | undefined;
}

/**
 * Credentials of one run of the local service. Its token is only given to a connection whose other end has proven that
 * it holds the run's secret. After a crash, another program on the port gets a challenge and no token.
 */
export class LocalCredentials {
  readonly #secret: string;
  readonly #token: string;

  constructor({ secret, token }: { readonly secret: string; readonly token: string }) {
    this.#secret = secret;
    this.#token = token;
  }

  /** Connects to a port of 127.0.0.1. Rejects with Node's error, a {@link ListenerError} or the reason of the signal. */
  async connect(port: number, { signal, timeoutMs = PROOF_MS }: ConnectOptions = {}): Promise<ProvenConnection> {
    signal?.throwIfAborted();
    const socket = process.getBuiltinModule("node:net").connect({ host: "127.0.0.1", port, noDelay: true });
    const nonce = newNonce();
    socket.write(
      `GET ${PROOF_PATH} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${NONCE_HEADER}: ${nonce}${HEADERS_END}`,
      "latin1",
    );
    const timer = setTimeout(() => socket.destroy(new ListenerError("CONNECT_TIMEOUT")), timeoutMs);
    const onAbort = (): void => void socket.destroy(signal?.reason as Error);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const proof = proofOf(await answerOf(socket));
      if (proof === undefined || !isSameProof(proof, listenerProof(this.#secret, nonce, port))) {
        throw new ListenerError("FOREIGN_LISTENER");
      }
      return { socket, token: this.#token };
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }
}

export interface ConnectOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/**
 * Opens a connection to the run of the local service that listens on a port now. Rejects as {@link LocalCredentials.connect}.
 */
export async function connectLocal(
  listener: LocalListener,
  port: number,
  options?: ConnectOptions,
): Promise<ProvenConnection> {
  const credentials = listener.credentials(port);
  if (!credentials) throw new ListenerError("LOCAL_NOT_RUNNING");
  return credentials.connect(port, options);
}

/** Head of the answer to a challenge. Nothing may follow it: the next byte belongs to the next response. */
function answerOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const onData = (chunk: Buffer): void => {
    text += chunk.toString("latin1");
    const end = text.indexOf(HEADERS_END);
    if (end !== -1 && end === text.length - HEADERS_END.length) resolve(text.slice(0, end));
    else if (end !== -1 || text.length > MAX_BYTES) reject(new ListenerError("FOREIGN_LISTENER"));
  };
  const onClose = (): void => reject(new ListenerError("FOREIGN_LISTENER"));
  socket.on("data", onData).on("error", reject).on("end", onClose).on("close", onClose);
  return promise.finally(() =>
    socket.off("data", onData).off("error", reject).off("end", onClose).off("close", onClose),
  );
}

/** Proof in the head of an answer; undefined in any other one. */
function proofOf(head: string): string | undefined {
  const [status = "", ...fields] = head.split("\r\n");
  if (!/^HTTP\/1\.1 204(?: |$)/.test(status)) return undefined;
  const prefix = `${PROOF_HEADER}:`;
  return fields
    .find((field) => field.toLowerCase().startsWith(prefix))
    ?.slice(prefix.length)
    .trim();
}
