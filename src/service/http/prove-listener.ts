import type { FastifyInstance } from "fastify";
import { isNonce, listenerProof, NONCE_HEADER, PROOF_HEADER, PROOF_PATH } from "../../core/listener-proof.ts";
import { badRequest } from "../api-error.ts";

/** True for the path at which a client asks for a proof, before it sends a token over the connection. */
export function isProof(path: string): boolean {
  return path === PROOF_PATH;
}

/**
 * Serves the proof that this service is the one of the state directory. Clients request it first on each connection.
 * assumed: needs no token, because it reveals nothing without the secret.
 */
export function serveProof(
  app: FastifyInstance,
  { listenerSecret, port }: { readonly listenerSecret: string; readonly port: () => number },
): void {
  app.get(PROOF_PATH, async ({ headers }, reply) => {
    const nonce = headers[NONCE_HEADER];
    if (!isNonce(nonce)) {
      throw badRequest("the request is not valid", [
        { path: NONCE_HEADER, message: "must be 43 characters of base64url" },
      ]);
    }
    return reply
      .status(204)
      .header(PROOF_HEADER, listenerProof(listenerSecret, nonce, port()))
      .send();
  });
}
