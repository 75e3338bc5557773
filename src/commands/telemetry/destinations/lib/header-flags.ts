import type { FlagDeclaration } from "../../../../cli/declare/declaration.ts";

/** Flag for the headers of a destination. */
export const headerFlags = {
  header: {
    kind: "string",
    repeat: true,
    placeholder: "NAME=VALUE",
    summary: "Header of each delivery; a secret VALUE is better @FILE, env:NAME or - (stdin)",
  },
} as const satisfies Record<string, FlagDeclaration>;
