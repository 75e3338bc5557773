import type { ArgDeclaration, FlagDeclaration } from "../../../../cli/declare/declaration.ts";

/** Arguments of a command about one item. */
export const itemArgs = {
  id_or_name: { summary: "Vault id, or its name" },
  key: { summary: "Key of the item in its vault" },
} as const satisfies Record<string, ArgDeclaration>;

/** Flags for the values of a credential. None takes a value itself: words are visible to other users of the machine. */
export const valueFlags = {
  value: {
    kind: "string",
    repeat: true,
    placeholder: "FIELD=SOURCE",
    summary: "Value of a field; SOURCE is @FILE, env:NAME or - (stdin), never the value itself",
  },
  ask: {
    kind: "string",
    repeat: true,
    placeholder: "FIELD",
    summary: "Ask for this value at the terminal, without showing it",
  },
} as const satisfies Record<string, FlagDeclaration>;
