/** Path at which the local service proves that it holds the secret of its state file; the only one that needs no token. */
export const PROOF_PATH = "/_local/proof";
/** Request header with the client's nonce. */
export const NONCE_HEADER = "x-browserctl-nonce";
/** Response header with the proof for the nonce. */
export const PROOF_HEADER = "x-browserctl-proof";

/** New nonce: 32 random bytes. It cannot be predicted, so that no proof can be collected ahead of the question. */
export function newNonce(): string {
  return crypto().randomBytes(32).toString("base64url");
}

/** True for a text that {@link newNonce} makes. */
export function isNonce(text: unknown): text is string {
  return typeof text === "string" && /^[\w-]{43}$/.test(text);
}

/**
 * Proof that the listener on `port` of 127.0.0.1 holds `secret`: an HMAC-SHA-256 of nonce and port. It includes the
 * port so that a program on another port cannot forward the proof of the real service.
 */
export function listenerProof(secret: string, nonce: string, port: number): string {
  return crypto()
    .createHmac("sha256", secret)
    .update(`listener of browserctl\n127.0.0.1:${port}\n${nonce}`)
    .digest("hex");
}

/** Compares two proofs in constant time. */
export function isSameProof(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && crypto().timingSafeEqual(one, other);
}

/** `node:crypto`, loaded at its first use: a call to a hosted service needs none. */
function crypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
