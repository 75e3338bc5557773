import { command } from "../../../cli/declare/command.ts";
import { connectionArgs } from "./lib/connection-args.ts";

export const authConnectionsSubmit = command({
  words: "auth connections submit",
  effects: "none",
  operation: "authConnections.submit",
  summary: "Submit the input that a login waits for",
  description:
    "Without values, a terminal asks for what the login waits for. After a step outside of the login page, such as a push message, submit without values to continue. Older forms of the request go through --input.",
  args: connectionArgs,
  fields: {
    interaction_id: {
      name: "interaction",
      placeholder: "ID",
      summary: "Pause that is answered; the current one when omitted",
    },
    field_values: false,
    selected_choice_id: {
      name: "choice",
      placeholder: "NAME",
      summary: "Choice to select, by its id, label or kind (sms, google)",
    },
    fields: false,
    mfa_option_id: false,
    sign_in_option_id: false,
    sso_button_selector: false,
    sso_provider: false,
  },
  flags: {
    field: {
      kind: "string",
      repeat: true,
      placeholder: "NAME=VALUE",
      summary:
        "Value of a field, by its id or its type (identifier, password, code); VALUE may be @FILE, env:NAME or - (stdin), as passwords must be",
    },
  },
  // The pause and its fields are read by the function.
  preview: "calls",
  exits: { "outcome-failed": "the login did not accept the input", declined: "nothing was submitted" },
  seeAlso: ["auth connections login"],
  examples: [
    {
      line: "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2",
      does: "Ask at the terminal for what it waits for",
    },
    {
      line: "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --field identifier=ada --field password=env:PASSWORD",
      does: "A value, and one from a variable",
    },
    {
      line: "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --field password=- < password.txt",
      does: "Read a value from stdin",
    },
    { line: "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --choice sms", does: "Select one of the choices" },
    {
      line: "auth connections submit a6u2t8h4c0o5n9n3e7c1t8i2 --interaction i7c2n4q8 --field password=env:PASSWORD",
      does: "Answer this pause, and no later one",
    },
  ],
  run: () => import("./submit.run.ts"),
});
