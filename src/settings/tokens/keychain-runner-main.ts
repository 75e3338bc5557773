import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import type { KeychainAnswer, KeychainRequest } from "./keychain.ts";

// Entry of a separate bundle: the keychain may ask a person for a password, and a waiting native call would keep the
// command's process running.

/** Carries out the request on stdin and prints the answer, both as JSON. */
async function main(): Promise<void> {
  const { action, service, account, token = "" } = JSON.parse(await text(process.stdin)) as KeychainRequest;
  let keyring: typeof import("@napi-rs/keyring");
  try {
    // Not a static import, because it is optional.
    const name = "@napi-rs/keyring";
    keyring = createRequire(import.meta.url)(name);
  } catch (error) {
    return answer({ missing: true, error: messageOf(error) });
  }
  try {
    // Without a named store, Linux falls back to the kernel's key rings, which end with the session.
    const entry = new keyring.Entry(service, account, { linux: { store: "secret-service" } });
    if (action === "get") return answer({ token: entry.getPassword() ?? undefined });
    if (action === "remove") return answer({ removed: entry.deletePassword() });
    entry.setPassword(token);
    // Read back, to detect a service that does not store the token.
    return answer(entry.getPassword() === token ? {} : { error: "the keychain did not keep the token" });
  } catch (error) {
    return answer({ error: messageOf(error) });
  }
}

function answer(value: KeychainAnswer): void {
  process.stdout.write(JSON.stringify(value));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

void main();
