import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

/** Flags for the secrets of a credential. None takes a secret itself: words are visible to other users of the machine. */
export const secretFlags = {
  value: {
    kind: "string",
    repeat: true,
    placeholder: "KEY=SOURCE",
    summary: "Value for a login form; SOURCE is @FILE, env:NAME or - (stdin), never the value itself",
  },
  ask: {
    kind: "string",
    repeat: true,
    placeholder: "KEY",
    summary: "Ask for this value at the terminal, without showing it",
  },
  totpSecret: {
    kind: "string",
    placeholder: "SOURCE",
    summary: "Secret of one-time codes in base32; SOURCE is @FILE, env:NAME or - (stdin)",
  },
  askTotpSecret: { kind: "boolean", summary: "Ask for the secret of one-time codes at the terminal" },
} as const satisfies Record<string, FlagDeclaration>;
