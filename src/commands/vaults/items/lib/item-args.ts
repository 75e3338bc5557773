import type { ArgDeclaration } from "../../../../cli/declare/declaration.ts";

/** Arguments of a command about one item. */
export const itemArgs = {
  id_or_name: { summary: "Vault id, or its name" },
  key: { summary: "Key of the item in its vault" },
} as const satisfies Record<string, ArgDeclaration>;
