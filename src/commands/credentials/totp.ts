import { command, table } from "../../cli/declare/command.ts";
import type { TotpCode } from "../../generated/types.ts";

export const credentialsTotp = command({
  words: "credentials totp",
  effects: "secrets",
  operation: "credentials.totpCode",
  description: "Prints only the code to stdout; stderr says how long it is valid.",
  columns: table<TotpCode>([{ path: "code" }, { path: "expires_at", title: "expires" }]),
  examples: [
    { line: "credentials totp shop", does: "Show the code to type" },
    { line: "credentials totp shop -o json", does: "The code and its end, for a program" },
  ],
  run: () => import("./totp.run.ts"),
});
