import { table } from "../../../cli/declare/command.ts";
import type { FlagDeclaration } from "../../../cli/declare/declaration.ts";
import type { CredentialRecord } from "../../../generated/types.ts";

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

/** Columns of a list, whose records have no keys of values. */
export const credentialColumns = table<CredentialRecord>([
  { path: "id" },
  { path: "name" },
  { path: "domain" },
  { path: "has_totp_secret", title: "totp" },
  { path: "sso_provider", title: "sso" },
  { path: "updated_at", title: "updated", as: "age" },
]);

/** Columns of one credential. */
export const credentialLines = table<CredentialRecord>([
  { path: "id" },
  { path: "name" },
  { path: "domain" },
  { path: "value_keys", title: "values", as: "names" },
  { path: "has_totp_secret", title: "totp" },
  { path: "sso_provider", title: "sso" },
  { path: "created_at", title: "created", as: "age" },
  { path: "updated_at", title: "updated", as: "age" },
  { path: "totp_code", title: "code" },
  { path: "totp_code_expires_at", title: "code expires" },
]);
