import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";

/** Flag for the token of a provider. */
export const tokenFlag = {
  providerToken: {
    kind: "string",
    placeholder: "SOURCE",
    summary: "Token for the provider; SOURCE is @FILE, env:NAME or - (stdin), never the token itself",
  },
} as const satisfies Record<string, FlagDeclaration>;

/** The program of a provider, as help shows it. */
export const programRest = {
  name: "PROGRAM [ARG...]",
  summary: "Program that the local service runs, after --: an absolute path, or a name on the service's PATH",
};
