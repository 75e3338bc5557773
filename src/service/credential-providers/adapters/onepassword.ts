import { objectsOf, type ProviderItem, type ProviderVault, textsOf, totpSecretOf } from "../provider-items.ts";
import { failed, runForJson } from "../run-program.ts";
import type { Adapter } from "./adapter.ts";

const json = ["--format", "json"];

/** Items of 1Password by its program `op`, version 2. */
export const onepassword: Adapter = {
  program: "op",
  tokenVariable: "OP_SERVICE_ACCOUNT_TOKEN",

  async list(program, signal) {
    const vaults = objectsOf(await runForJson(program, ["vault", "list", ...json], signal)).flatMap(vaultOf);
    const listed = await runForJson(program, ["item", "list", "--categories", "Login", ...json], signal);
    const items = objectsOf(listed).flatMap((each): ProviderItem[] => {
      const { id, title } = textsOf(each);
      const [vault] = vaultOf(each["vault"]);
      if (id === undefined || title === undefined || !vault) return [];
      const name = vaults.find((known) => known.id === vault.id)?.name ?? vault.name;
      const urls = objectsOf(each["urls"]).flatMap(({ href }) => (typeof href === "string" ? [href] : []));
      const path = `${name}/${title}`;
      return [{ id, path, title, vault_id: vault.id, vault_name: name, ...(urls.length > 0 && { urls }) }];
    });
    return { items, vaults };
  },

  async get(program, item, signal) {
    const args = ["item", "get", item.id, "--vault", item.vault_id, ...json, "--reveal"];
    const given = await runForJson(program, args, signal);
    if (typeof given !== "object" || given === null) {
      throw failed(program.name, program.command[0], "printed no item of 1Password");
    }
    const fields = objectsOf((given as { fields?: unknown }).fields).map(textsOf);
    const otp = fields.find(({ type }) => type === "OTP")?.["value"];
    const values = fields.flatMap(({ type, purpose, label, value }): [string, string][] => {
      if (value === undefined || type === "OTP" || purpose === "NOTES") return [];
      const key = purpose === "USERNAME" ? "username" : purpose === "PASSWORD" ? "password" : label;
      return key === undefined ? [] : [[key, value]];
    });
    return { values: Object.fromEntries(values), totpSecret: totpSecretOf(otp) };
  },
};

function vaultOf(given: unknown): ProviderVault[] {
  const { id, name } = textsOf(given);
  return id === undefined ? [] : [{ id, name: name ?? id }];
}
