import type { FlagDeclaration } from "../../../../cli/declare/declaration.ts";

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
