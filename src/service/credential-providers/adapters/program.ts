import { itemOfPath, objectsOf, type ProviderItem, textsOf, totpSecretOf, vaultsOf } from "../provider-items.ts";
import { failed, runForJson } from "../run-program.ts";
import type { Adapter } from "./adapter.ts";

/**
 * Program of the user: asked for `list` it prints `{"items": [{"path", "title", "urls"}]}`, and asked for `get PATH` the
 * values of an item as one object of texts, with a TOTP secret as `totp_secret` (contract 2.16).
 */
export const program: Adapter = {
  program: undefined,
  tokenVariable: "BROWSERCTL_PROVIDER_TOKEN",

  async list(program, signal) {
    const given = await runForJson(program, ["list"], signal);
    const listed = (given as { items?: unknown } | null)?.items;
    if (!Array.isArray(listed)) throw failed(program.name, program.command[0], `printed no "items" for "list"`);
    const items = objectsOf(listed).flatMap((each): ProviderItem[] => {
      const { path, id, title } = textsOf(each);
      if (path === undefined || path === "") return [];
      const urls = each["urls"];
      return [
        {
          ...itemOfPath(path),
          ...(id !== undefined && { id }),
          ...(title !== undefined && { title }),
          ...(Array.isArray(urls) && { urls: urls.filter((url) => typeof url === "string") }),
        },
      ];
    });
    return { items, vaults: vaultsOf(items) };
  },

  async get(program, { path }, signal) {
    const given = await runForJson(program, ["get", path], signal);
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      throw failed(program.name, program.command[0], `printed no object of values for "get"`);
    }
    const { totp_secret: totp, ...values } = textsOf(given);
    return { values, totpSecret: totpSecretOf(totp) };
  },
};
