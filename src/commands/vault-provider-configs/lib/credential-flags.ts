import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

/** Flags for the credentials of a client at a provider. */
export const credentialFlags = {
  clientSecret: {
    kind: "string",
    placeholder: "SOURCE",
    summary: "Secret of the client; SOURCE is @FILE, env:NAME or - (stdin), never the secret itself",
  },
  publishableKey: {
    kind: "string",
    placeholder: "KEY",
    summary: "Public key of link, which renews its grants",
  },
} as const satisfies Record<string, FlagDeclaration>;
