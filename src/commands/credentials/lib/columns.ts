import { table } from "../../../cli/declare/command.ts";
import type { CredentialRecord } from "../../../generated/types.ts";

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
