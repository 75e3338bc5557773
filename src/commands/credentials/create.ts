import { command } from "../../cli/declare/command.ts";
import { credentialLines, secretFlags } from "./lib/credential-words.ts";

export const credentialsCreate = command({
  words: "credentials create",
  effects: { secrets: ["totp-secret", "ask-totp-secret", "input"] },
  operation: "credentials.create",
  description:
    "Keys are your own, such as username and password. Values are stored encrypted and never shown again. With a TOTP secret the answer has the current code, to finish the set-up at the site.",
  args: { name: { summary: "Name for it, as --name", required: false, field: ["body", "name"] } },
  idField: "id",
  filled: ["values"],
  fields: {
    name: { placeholder: "NAME" },
    domain: { placeholder: "HOST" },
    values: false,
    sso_provider: { placeholder: "PROVIDER" },
    totp_secret: false,
  },
  flags: secretFlags,
  columns: credentialLines,
  examples: [
    {
      line: "credentials create shop --domain shop.example.com --ask username --ask password",
      does: "Ask for two values at the terminal",
    },
    {
      line: "credentials create shop --domain shop.example.com --value username=@username.txt --value password=env:PASSWORD",
      does: "Take them from a file and a variable",
    },
    {
      line: "credentials create shop --domain shop.example.com --value password=- --totp-secret @totp.txt < password.txt",
      does: "Read one from stdin, and add one-time codes",
    },
  ],
  run: () => import("./create.run.ts"),
});
