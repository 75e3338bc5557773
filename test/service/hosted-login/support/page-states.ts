import { ownText } from "../../../../src/service/login/values/known-values.ts";
import type { FlowEnd } from "../../../../src/service/managed-auth/login-flow.ts";
import { askedField, code, identifier, offeredChoice, password } from "../../managed-auth/support/questions.ts";
import type { FakeLogin } from "./hosted-server.ts";

const google = offeredChoice("sso_provider:google", {
  kind: "sso_provider",
  provider: "google",
  label: "Continue with Google",
});
const factors = [
  offeredChoice("mfa_method:text", {
    kind: "mfa_method",
    mfaType: "sms",
    label: "Text message",
    maskedDestination: "••• ••12",
  }),
  offeredChoice("mfa_method:app", { kind: "mfa_method", mfaType: "totp", label: "Authenticator app" }),
  offeredChoice("account:alice", { kind: "account", label: "Alice", description: "alice@example.com" }),
];
const others = [offeredChoice("other:help", { label: "Help" }), offeredChoice("other:back", { label: "Back" })];
const tenant = askedField("text:tenant", { label: "Company", hint: "Leave it empty for a private account" });
const directory = askedField("text:directory", {
  label: "Directory",
  hint: "one of: Example Corp, Example Labs",
  required: true,
  options: [
    { value: "d1", label: "Example Corp" },
    { value: "d2", label: "Example Labs" },
  ],
});

type States = Readonly<Record<string, (login: FakeLogin) => unknown>>;

/** Brings a login into each state whose page has special content. */
export const pageStates: States = {
  "asks for a password": ({ ask }) =>
    void ask({ fields: [identifier, password, directory, tenant], choices: [google, ...others] }),
  "refused by the website": ({ ask }) =>
    void ask({
      fields: [
        { ...identifier, reason: "rejected" },
        { ...password, reason: "rejected" },
      ],
      websiteError: ownText("Email or password is incorrect."),
    }),
  "asks for a code": ({ ask }) => void ask({ fields: [{ ...code, type: "totp_code" }], choices: factors.slice(0, 1) }),
  "asks for a choice": ({ ask }) => void ask({ choices: factors }),
  "waits for a person": ({ ask }) =>
    void ask({
      kind: "external",
      message: ownText("Approve the sign-in in the app on your phone."),
      fields: [code],
      choices: others,
    }),
  failed: ({ flow }) =>
    flow.end({
      status: "FAILED",
      error: { code: "credentials_invalid", message: "the website refused 5 attempts; check the credential" },
      websiteError: ownText("This account is locked."),
    }),
};

/** Ends of a login. */
export const flowEnds = {
  success: { status: "SUCCESS", postLoginUrl: ownText("https://shop.example.com/") },
  expired: { status: "EXPIRED", error: { code: "expired", message: "log in again" } },
  canceled: { status: "CANCELED", error: { code: "canceled", message: "canceled" } },
} as const satisfies Readonly<Record<string, FlowEnd>>;

/** The other states: pages of a heading and a text. */
export const plainStates: States = {
  discovering: () => {},
  submitting: ({ flow }) => flow.step("SUBMITTING"),
  success: ({ flow }) => flow.end(flowEnds.success),
  expired: ({ flow }) => flow.end(flowEnds.expired),
  canceled: ({ flow }) => flow.end(flowEnds.canceled),
};
