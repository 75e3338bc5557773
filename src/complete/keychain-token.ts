import { isObject } from "../core/is-object.ts";
import { readyNodeProgram } from "../core/node-program.ts";
import { jsonOrText } from "../core/or-text.ts";
import { packageFile } from "../core/package-file.ts";
import type { Env } from "../settings/paths.ts";
import type { KeychainAnswer, KeychainRequest } from "../settings/tokens/keychain.ts";
import { KEYCHAIN_SERVICE } from "../settings/tokens/token-store.ts";
import { sinceStart } from "./since-start.ts";

/**
 * Token of an entry of the keychain, from the process that uses it; undefined when it does not answer before `until`, a
 * time of {@link sinceStart}. Then the process is killed, and with it the question that the keychain may ask a person.
 * Throws in a single executable without a plain Node yet, because copying it takes longer than a completion may.
 */
export async function keychainToken(account: string, env: Env, until: number): Promise<string | undefined> {
  const node = readyNodeProgram();
  if (node === undefined) throw new Error("there is no plain Node yet");
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(node, [packageFile("dist", "keychain-runner.cjs")], {
    stdio: ["pipe", "pipe", "ignore"],
    env,
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(() => child.kill("SIGKILL"), Math.max(0, until - sinceStart()));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  child.on("error", () => resolve(undefined));
  child.stdin.on("error", () => {});
  child.on("close", (code) => resolve(code === 0 ? tokenOf(text) : undefined));
  const request: KeychainRequest = { action: "get", service: KEYCHAIN_SERVICE, account };
  child.stdin.end(JSON.stringify(request));
  return promise.finally(() => clearTimeout(timer));
}

function tokenOf(answer: string): string | undefined {
  const value = jsonOrText(answer);
  return isObject(value) ? (value as KeychainAnswer).token : undefined;
}
