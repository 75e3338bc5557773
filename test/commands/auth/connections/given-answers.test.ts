import { expect, test } from "vitest";
import { GivenAnswers } from "../../../../src/commands/auth/connections/lib/given-answers.ts";
import type { LoginState } from "../../../../src/commands/auth/connections/lib/login-subject.ts";

type Json = Record<string, unknown>;

const field = (id: string, type: string, more: Json = {}): Json => ({
  id,
  ref: `${id}-ref`,
  type,
  reason: "missing",
  label: id,
  required: true,
  ...more,
});
const choice = (id: string, label: string, more: Json = {}): Json => ({ id, label, type: "mfa_method", ...more });
const sms = choice("c1", "Text message", { mfa_type: "sms" });
const google = choice("c2", "Continue with Google", { type: "sso_provider" });

let pauses = 0;
const asks = (more: Json): LoginState => {
  pauses += 1;
  const state = { flow_status: "IN_PROGRESS", flow_step: "AWAITING_INPUT", interaction_id: `p${pauses}`, ...more };
  return state as unknown as LoginState;
};
const answers = (values: Readonly<Record<string, string>>, ...choices: string[]) =>
  new GivenAnswers(new Map(Object.entries(values)), choices);
const values = (given: GivenAnswers, ...fields: Json[]): unknown =>
  given.answer(asks({ fields })).submission?.field_values;
const selected = (given: GivenAnswers, ...choices: Json[]): unknown =>
  given.answer(asks({ choices })).submission?.selected_choice_id;

test("a value belongs to a field by its id, its ref or its type", () => {
  expect(values(answers({ user: "ada" }), field("user", "text"))).toEqual({ user: "ada" });
  expect(values(answers({ "user-ref": "ada" }), field("user", "text"))).toEqual({ user: "ada" });
  expect(
    values(answers({ identifier: "ada", password: "x" }), field("u", "identifier"), field("p", "password")),
  ).toEqual({
    u: "ada",
    p: "x",
  });
  expect(values(answers({ code: "123" }), field("otp", "totp_code"))).toEqual({ otp: "123" });
  expect(values(answers({ identifier: "by type", user: "by id" }), field("user", "identifier"))).toEqual({
    user: "by id",
  });
});

test("a type that two fields have names neither", () => {
  expect(values(answers({ text: "x" }), field("first", "text"), field("last", "text"))).toBeUndefined();
});

test("nothing is submitted while a required field has no value; an optional one may be left out", () => {
  expect(values(answers({ identifier: "ada" }), field("u", "identifier"), field("p", "password"))).toBeUndefined();
  const optional = field("company", "text", { required: false });
  expect(values(answers({ identifier: "ada" }), field("u", "identifier"), optional)).toEqual({ u: "ada" });
  expect(values(answers({ code: "1" }), optional)).toBeUndefined();
});

test("a value that the website refused is not sent again", () => {
  const given = answers({ identifier: "ada", password: "wrong" });
  expect(values(given, field("u", "identifier"), field("p", "password"))).toEqual({ u: "ada", p: "wrong" });
  const again = given.answer(asks({ fields: [field("p2", "password", { reason: "rejected" })] }));
  expect(again.submission).toBeUndefined();
  expect([...(again.unanswered?.spent ?? [])]).toEqual(["p2"]);
});

test("a value that was refused once stays refused on later pages", () => {
  const given = answers({ identifier: "ada" });
  expect(values(given, field("u", "identifier"))).toEqual({ u: "ada" });
  expect(values(given, field("u", "identifier", { reason: "rejected" }))).toBeUndefined();
  expect(values(given, field("u", "identifier"))).toBeUndefined();
});

test("a secret is sent once, also where the website only asks again", () => {
  const given = answers({ password: "wrong" });
  expect(values(given, field("p", "password"))).toEqual({ p: "wrong" });
  expect(values(given, field("p", "password"))).toBeUndefined();
});

test("an identifier may be sent on a second page, but not after an error and not without end", () => {
  const given = answers({ identifier: "ada", password: "x" });
  expect(values(given, field("u", "identifier"))).toEqual({ u: "ada" });
  expect(values(given, field("u", "identifier"), field("p", "password"))).toEqual({ u: "ada", p: "x" });
  expect(values(given, field("u", "identifier"))).toBeUndefined();
  const other = answers({ identifier: "ada" });
  expect(values(other, field("u", "identifier"))).toEqual({ u: "ada" });
  const refused = asks({ fields: [field("u", "identifier")], website_error: "unknown user" });
  expect(other.answer(refused).submission).toBeUndefined();
});

test("a value that somebody else's attempt made the website refuse is sent", () => {
  expect(values(answers({ password: "right" }), field("p", "password", { reason: "rejected" }))).toEqual({
    p: "right",
  });
});

test.each([
  ["c1", "c1"],
  ["text MESSAGE", "c1"],
  ["sms", "c1"],
  ["google", "c2"],
  ["Continue with Google", "c2"],
])("--choice %s selects %s", (name, id) => {
  expect(selected(answers({}, name), sms, google)).toBe(id);
});

test("a choice that is not offered, or not the only one of its kind, selects nothing", () => {
  expect(selected(answers({}, "passkey"), sms, google)).toBeUndefined();
  expect(selected(answers({}, "sms"), sms, choice("c9", "Other phone", { mfa_type: "sms" }))).toBeUndefined();
});

test("choices are used once each, the first that fits", () => {
  const given = answers({}, "passkey", "google", "sms");
  expect(selected(given, google, sms)).toBe("c2");
  expect(selected(given, google, sms)).toBe("c1");
  expect(selected(given, google, sms)).toBeUndefined();
});

test("values come before choices; without all of them a choice is taken", () => {
  const given = answers({ password: "x" }, "sms");
  const both = { fields: [field("p", "password")], choices: [sms] };
  expect(given.answer(asks(both)).submission).toMatchObject({ field_values: { p: "x" } });
  expect(given.answer(asks(both)).submission).toMatchObject({ selected_choice_id: "c1" });
});

test("a service without interactions gets the older form", () => {
  const older = {
    interaction_id: undefined,
    discovered_fields: [{ name: "mail", label: "Mail", selector: "#m", type: "email" }],
  };
  expect(answers({ identifier: "ada" }).answer(asks(older)).submission).toEqual({ fields: { mail: "ada" } });
  const options = { interaction_id: undefined, mfa_options: [{ type: "sms", label: "Text" }] };
  expect(answers({}, "sms").answer(asks(options)).submission).toEqual({ mfa_option_id: "sms" });
});

test("an action outside of the page needs a person, unless another way was chosen", () => {
  const push = { flow_step: "AWAITING_EXTERNAL_ACTION", external_action_message: "Tap your phone", choices: [sms] };
  expect(answers({}).answer(asks(push)).unanswered?.action).toBe("Tap your phone");
  expect(answers({}, "sms").answer(asks(push)).submission).toMatchObject({ selected_choice_id: "c1" });
});
