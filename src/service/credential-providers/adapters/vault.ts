import { itemOfPath, type ProviderItem, textsOf, totpSecretOf, vaultsOf } from "../provider-items.ts";
import { failed, type ProviderProgram, runForJson } from "../run-program.ts";
import type { Adapter } from "./adapter.ts";

/** Mount whose secrets are listed. */
const MOUNT = "secret";

/** Maximum number of directories that one list reads, each with a run of the program. */
const MAX_DIRECTORIES = 100;

/** Secrets of HashiCorp Vault's key-value engine, mounted at `secret`, by its program `vault`. */
export const vault: Adapter = {
  program: "vault",
  tokenVariable: "VAULT_TOKEN",

  async list(program, signal) {
    const items: ProviderItem[] = [];
    const directories = [`${MOUNT}/`];
    for (let read = 0; read < directories.length; read++) {
      if (read === MAX_DIRECTORIES) {
        throw failed(program.name, program.command[0], `has more than ${MAX_DIRECTORIES} directories of secrets`);
      }
      const directory = directories[read] ?? "";
      for (const name of await namesIn(program, directory, signal)) {
        if (name.endsWith("/")) directories.push(`${directory}${name}`);
        else items.push(itemOfPath(`${directory}${name}`));
      }
    }
    return { items, vaults: vaultsOf(items) };
  },

  async get(program, { path }, signal) {
    const given = await runForJson(program, ["kv", "get", "-format=json", path], signal);
    const outer = (given as { data?: unknown } | null)?.data;
    // Version 2 of the engine has the values beside their metadata.
    const inner = (outer as { data?: unknown; metadata?: unknown } | undefined)?.metadata
      ? (outer as { data?: unknown }).data
      : outer;
    const { totp_secret: totp, ...values } = textsOf(inner);
    return { values, totpSecret: totpSecretOf(totp) };
  },
};

async function namesIn(program: ProviderProgram, directory: string, signal: AbortSignal): Promise<string[]> {
  const names = await runForJson(program, ["kv", "list", "-format=json", directory], signal);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}
