import { table } from "../../../cli/declare/command.ts";
import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import type { CredentialProvider } from "../../../generated/types.ts";

/** Flag for the token of a provider. */
export const tokenFlag = {
  providerToken: {
    kind: "string",
    placeholder: "SOURCE",
    fills: "token",
    summary: "Token for the provider; SOURCE is @FILE, env:NAME or - (stdin), never the token itself",
  },
} as const satisfies Record<string, FlagDeclaration>;

/** The program of a provider, as help shows it. */
export const programRest = {
  name: "PROGRAM [ARG...]",
  required: false,
  fills: "command",
  summary: "Program that the local service runs, after --: an absolute path, or a name on the service's PATH",
} as const;

/** Columns of one credential provider. */
export const providerLines = table<CredentialProvider>([
  { path: "id" },
  { path: "name" },
  { path: "provider_type", title: "type" },
  { path: "enabled" },
  { path: "priority" },
  { path: "command", as: "names" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
]);
