import { expect, test } from "vitest";
import { askedText, stateLine, stepTitle } from "../../../../src/commands/auth/connections/lib/state-words.ts";

const field = (id: string, label?: string) => ({
  id,
  ref: id,
  type: "text",
  reason: "missing",
  ...(label && { label }),
});
const older = (name: string, label: string) => ({ name, label, selector: "#x", type: "text" });
const choice = { id: "c1", label: "Text message", type: "mfa_method" };

test.each([
  [{ flow_status: "IN_PROGRESS", flow_step: "DISCOVERING" }, "Finding the login page"],
  [{ flow_status: "IN_PROGRESS", flow_step: "SUBMITTING" }, "Submitting"],
  [
    {
      flow_status: "IN_PROGRESS",
      flow_step: "AWAITING_INPUT",
      fields: [field("password", "Password")],
      choices: [choice],
    },
    "Waiting for Password, or a choice",
  ],
  [
    { flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT", fields: [field("u")], website_error: "Wrong password" },
    'Waiting for u; the website shows: "Wrong password"',
  ],
  [{ flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT" }, "Waiting for input"],
  [
    { flow_status: "IN_PROGRESS", flow_step: "AWAITING_EXTERNAL_ACTION", external_action_message: "Tap your phone" },
    'Waiting for an action outside of the page: "Tap your phone"',
  ],
  [{ flow_status: "IN_PROGRESS", flow_step: "AWAITING_MOON" }, "AWAITING_MOON"],
  [
    { flow_status: "SUCCESS", flow_step: "COMPLETED", post_login_url: "https://a.example/" },
    "Logged in at https://a.example/",
  ],
  [
    { flow_status: "FAILED", error_code: "no_login_form", error_message: "no form was found.", website_error: "Sorry" },
    'Failed: no form was found (no_login_form); the website shows: "Sorry"',
  ],
  [{ flow_status: "FAILED" }, "Failed: no reason was given"],
  [{ flow_status: "EXPIRED" }, "Expired before it was complete"],
  [{ flow_status: "CANCELED" }, "Canceled"],
])("the state of a login in one line: %j", (state, line) => {
  expect(stateLine(state)).toBe(line);
});

test("what a login asks for is named by the older fields where there are no others", () => {
  expect(askedText({ discovered_fields: [older("mail", "E-mail"), older("pin", "")] })).toBe("E-mail, pin");
  expect(askedText({ fields: [field("a", "A")], discovered_fields: [older("b", "B")] })).toBe("A");
  expect(askedText({ sign_in_options: [{ id: "o", label: "O" }] })).toBe("a choice");
});

test("a step that has not begun has a title too", () => {
  expect([stepTitle(undefined), stepTitle(null)]).toEqual(["Starting", "Starting"]);
});
