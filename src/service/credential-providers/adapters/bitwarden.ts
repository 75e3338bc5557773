import { objectsOf, type ProviderItem, textsOf, totpSecretOf } from "../provider-items.ts";
import { failed, runForJson } from "../run-program.ts";
import type { Adapter } from "./adapter.ts";

/** Type of items that are logins. */
const LOGIN = 1;

/** Items of Bitwarden by its program `bw`; the token is the key of an unlocked session. */
export const bitwarden: Adapter = {
  program: "bw",
  tokenVariable: "BW_SESSION",

  async list(program, signal) {
    const folders = objectsOf(await runForJson(program, ["list", "folders", "--nointeraction"], signal)).map((each) => {
      const { id, name } = textsOf(each);
      // The folder of items without one has no id.
      return { id: id ?? "", name: name ?? "" };
    });
    const listed = objectsOf(await runForJson(program, ["list", "items", "--nointeraction"], signal));
    const items = listed.flatMap((each): ProviderItem[] => {
      const { id, name, folderId = "" } = textsOf(each);
      if (id === undefined || name === undefined || each["type"] !== LOGIN) return [];
      const folder = folderId === "" ? "" : (folders.find((known) => known.id === folderId)?.name ?? folderId);
      const uris = objectsOf((each["login"] as { uris?: unknown } | null)?.uris);
      const urls = uris.flatMap(({ uri }) => (typeof uri === "string" ? [uri] : []));
      const path = folder === "" ? name : `${folder}/${name}`;
      return [{ id, path, title: name, vault_id: folderId, vault_name: folder, ...(urls.length > 0 && { urls }) }];
    });
    return { items, vaults: folders };
  },

  async get(program, { id }, signal) {
    const given = await runForJson(program, ["get", "item", id, "--nointeraction"], signal);
    const login = textsOf((given as { login?: unknown } | null)?.login);
    if (typeof given !== "object" || given === null) {
      throw failed(program.name, program.command[0], "printed no item of Bitwarden");
    }
    const fields = objectsOf((given as { fields?: unknown }).fields).flatMap((each): [string, string][] => {
      const { name, value } = textsOf(each);
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
    const { username, password, totp } = login;
    const own = { ...(username !== undefined && { username }), ...(password !== undefined && { password }) };
    return { values: { ...Object.fromEntries(fields), ...own }, totpSecret: totpSecretOf(totp) };
  },
};
