import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { listenerProof, NONCE_HEADER, PROOF_HEADER, PROOF_PATH } from "../../../src/core/listener-proof.ts";
import type { WrittenState } from "../../../src/settings/local-state.ts";

/** The state file of a local service with its token, as a program of the user can read it; undefined without one. */
export function writtenState(stateDir: string): WrittenState | undefined {
  try {
    return JSON.parse(readFileSync(join(stateDir, "service.json"), "utf8")) as WrittenState;
  } catch {
    return undefined;
  }
}

/** Answers a request for the proof of a listener; false for any other request. */
export function answeredProof(request: IncomingMessage, response: ServerResponse, secret: string): boolean {
  if (request.url !== PROOF_PATH) return false;
  const nonce = String(request.headers[NONCE_HEADER]);
  response.writeHead(204, { [PROOF_HEADER]: listenerProof(secret, nonce, request.socket.localPort ?? 0) }).end();
  return true;
}
