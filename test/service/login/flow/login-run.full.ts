import { describe } from "vitest";
import { loginTest } from "../../../support/browser/login-browser.ts";
import { totp } from "../support/login-flow.ts";
import { asksOnceMore, logsInAlone, type Refusal, type StoredLogin } from "../support/stored-login.ts";

const test = loginTest(3);

// Each costs a second of CPU time; login-run.test.ts has one for each way in which a login continues.
describe("a stored credential logs in without a question", () => {
  test.for<StoredLogin>([
    ["on one page", "/password"],
    ["with the identifier first", "/identifier"],
    ["in a frame of another host", "/cross-frame"],
    ["in a form that is rebuilt at each key", "/remount"],
    ["with a code on the next page", "/totp", { totp }],
    ["with the account of several", "/accounts"],
    ["on a slow page", "/slow"],
    ["among other forms", "/crowded"],
    ["behind a Log in button", "/dialog"],
    ["in a dialog over the whole application", "/toolbar"],
    ["in a frame", "/frame"],
    ["in a shadow root", "/shadow"],
    ["in German", "/de"],
    ["in Japanese", "/ja"],
    ["with a code in the same form", "/totp-same", { totp }],
    ["with a code that submits itself", "/auto-submit", { totp }],
    ["with a code in six boxes", "/boxes", { totp }],
  ])("%s", logsInAlone);
});

describe("a refusal", () => {
  test.for<Refusal>([
    ["without a word", "/errors/silent", undefined],
    ["with a grey text", "/errors/grey", "The user name or password is incorrect."],
    ["in a dialog over the form", "/errors/dialog", "The user name or password is incorrect."],
  ])("%s asks once more, and never tries the stored password again", asksOnceMore);
});
