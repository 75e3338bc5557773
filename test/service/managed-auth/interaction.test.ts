import { describe, expect, test } from "vitest";
import type { AskedField, LoginQuestion } from "../../../src/service/login/flow/flow-types.ts";
import type { LoginChoice } from "../../../src/service/login/page/page-facts.ts";
import { ownText } from "../../../src/service/login/values/known-values.ts";
import { interactionFields, readAnswers, type SubmitBody } from "../../../src/service/managed-auth/interaction.ts";

import { askedField, code, identifier, offeredChoice, password, question } from "./support/questions.ts";
import { thrownBy } from "./support/thrown.ts";

const sms = offeredChoice("mfa_method:text-12", {
  kind: "mfa_method",
  mfaType: "sms",
  label: "Text ••12",
  maskedDestination: "••12",
});
const google = offeredChoice("sso_provider:google", { kind: "sso_provider", provider: "google", label: "Google" });
const account = offeredChoice("account:alice", { kind: "account", description: "alice@example.com" });

function fieldsOf(asked: Partial<LoginQuestion>) {
  return interactionFields({ id: "i1", question: question(asked) });
}

function answersTo(asked: Partial<LoginQuestion>, body: SubmitBody) {
  return readAnswers({ id: "i1", question: question(asked) }, body);
}

/** Problems of a refused body as `path: message`. */
function problemsOf(asked: Partial<LoginQuestion>, body: SubmitBody): string[] {
  const error = thrownBy(() => answersTo(asked, body));
  expect(error.kind).toBe("invalid");
  return error.problems.map(({ path, message }) => `${path}: ${message}`);
}

describe("interactionFields", () => {
  test("interactionFields shows a field in the canonical and the older form", () => {
    const shown = fieldsOf({ fields: [{ ...code, reason: "rejected" }], websiteError: ownText("Wrong code.") });
    expect(shown).toEqual({
      interaction_id: "i1",
      fields: [
        {
          id: "code:otp",
          ref: "code:otp",
          type: "code",
          reason: "rejected",
          label: "Code",
          hint: "Sent to ••12",
          required: true,
          observed_selector: 'input[name="otp"]',
        },
      ],
      discovered_fields: [
        {
          name: "otp",
          label: "Code",
          selector: 'input[name="otp"]',
          type: "code",
          required: true,
          hint: "Sent to ••12",
        },
      ],
      choices: [],
      mfa_options: [],
      pending_sso_buttons: [],
      sign_in_options: [],
      external_action_message: null,
      website_error: "Wrong code.",
    });
  });

  test.each<[string, AskedField, string]>([
    ["identifier", identifier, "email"],
    ["password", password, "password"],
    ["password that the page shows", { ...password, inputType: "text" }, "password"],
    ["code", { ...code, inputType: "tel" }, "code"],
    ["totp_code", { ...code, type: "totp_code" }, "totp"],
    ["text", askedField("text:tenant"), "text"],
    ["phone number", { ...identifier, inputType: "tel" }, "tel"],
    ["number", askedField("text:number", { inputType: "number" }), "number"],
    ["address", askedField("text:site", { inputType: "url" }), "url"],
  ])("interactionFields keeps the type of a field: %s", (_name, field, older) => {
    const { fields, discovered_fields: discovered } = fieldsOf({ fields: [field] });
    expect(fields?.map(({ type }) => type)).toEqual([field.type]);
    expect(discovered?.map(({ type }) => type)).toEqual([older]);
    expect(discovered?.[0]?.linked_mfa_type).toBe(field.type === "totp_code" ? "totp" : undefined);
  });

  test("interactionFields requires a password and an only field that the page does not mark", () => {
    const tenant = askedField("text:tenant");
    const required = (fields: AskedField[]) => fieldsOf({ fields }).fields?.map((field) => field.required);
    expect(required([identifier, password, tenant])).toEqual([true, true, false]);
    expect(required([tenant])).toEqual([true]);
  });

  test.each<[string, LoginChoice, object]>([
    [
      "mfa_method",
      sms,
      { choices: [{ mfa_type: "sms", masked_destination: "••12" }], mfa_options: [{ type: "sms", target: "••12" }] },
    ],
    [
      "mfa_method without an older type",
      { ...sms, mfaType: "passkey" },
      { choices: [{ mfa_type: "passkey" }], sign_in_options: [{ id: sms.ref, label: sms.label }] },
    ],
    [
      "sso_provider",
      google,
      { choices: [{}], pending_sso_buttons: [{ provider: "google", label: "Google", selector: google.selector }] },
    ],
    [
      "account",
      account,
      { choices: [{ description: "alice@example.com" }], sign_in_options: [{ description: "alice@example.com" }] },
    ],
    [
      "sign_in_method",
      { ...account, kind: "sign_in_method" },
      { choices: [{}], sign_in_options: [{ id: account.ref }] },
    ],
    ["other", offeredChoice("other:resend"), { choices: [{}], sign_in_options: [{ id: "other:resend" }] }],
    [
      "other of a button that continues",
      offeredChoice("continue:next", { kind: "continue" }),
      { choices: [{}], sign_in_options: [{ id: "continue:next" }] },
    ],
  ])("interactionFields shows a choice in the canonical and one older form: %s", (name, choice, expected) => {
    const type = name.replace(/ .*/, "");
    const shown = fieldsOf({ choices: [choice] });
    const none = { mfa_options: [], pending_sso_buttons: [], sign_in_options: [] };
    expect(shown).toMatchObject({ ...none, ...expected });
    expect(shown.choices).toMatchObject([
      { id: choice.ref, label: choice.label, type, observed_selector: choice.selector },
    ]);
  });

  test("interactionFields shows the message of an external action, and only lists with items", () => {
    const shown = fieldsOf({ kind: "external", message: ownText("Approve the sign-in on your phone"), choices: [sms] });
    expect(shown.external_action_message).toBe("Approve the sign-in on your phone");
    expect(shown.choices).toHaveLength(1);
    expect(shown).toMatchObject({ fields: null, discovered_fields: null, sign_in_options: null });
    const other = fieldsOf({ kind: "external", message: ownText("Approve it"), fields: [code] });
    expect(other).toMatchObject({ fields: [{ id: "code:otp" }], discovered_fields: [{ name: "otp" }], choices: null });
  });

  test("interactionFields are all null without a pause", () => {
    const values = Object.values(interactionFields(undefined));
    expect(values).toHaveLength(9);
    expect(new Set(values)).toEqual(new Set([null]));
  });
});

describe("readAnswers takes", () => {
  const fields = [identifier, password];
  const values = { "identifier:email": "alice", "password:password": "correct horse" };
  const other = { ...sms, ref: "mfa_method:mail", mfaType: "email" } as const;
  const choices = [sms, google, account, other];

  test.each<[string, SubmitBody, object]>([
    ["field values", { interaction_id: "i1", field_values: values }, { values }],
    ["a choice", { interaction_id: "i1", selected_choice_id: google.ref }, { choice: google.ref }],
    [
      "a choice beside some of the field values",
      { interaction_id: "i1", field_values: { "identifier:email": "alice" }, selected_choice_id: google.ref },
      { values: { "identifier:email": "alice" }, choice: google.ref },
    ],
    ["fields by name", { fields: { email: "alice", password: "correct horse" } }, { values }],
    ["the type of a second factor", { mfa_option_id: "sms" }, { choice: sms.ref }],
    ["a sign-in option", { sign_in_option_id: account.ref }, { choice: account.ref }],
    ["the selector of a button", { sso_button_selector: google.selector }, { choice: google.ref }],
    ["an SSO provider", { sso_provider: "google" }, { choice: google.ref }],
  ])("readAnswers accepts %s", (_name, body, expected) => {
    expect(answersTo({ fields, choices }, body)).toEqual(expected);
  });

  test("readAnswers accepts no answer for an external action, and an empty value as missing", () => {
    const asked = { kind: "external", fields: [code] } as const;
    const bodies = [
      {},
      { interaction_id: "i1" },
      { interaction_id: "i1", field_values: { "code:otp": "" } },
      { fields: {} },
    ];
    for (const body of bodies) expect(answersTo(asked, body)).toEqual({});
    expect(answersTo(asked, { fields: { otp: "123456" } })).toEqual({ values: { "code:otp": "123456" } });
  });

  test("readAnswers accepts a missing value of an optional field", () => {
    const asked = { fields: [identifier, askedField("text:tenant")] };
    const body = { interaction_id: "i1", field_values: { "identifier:email": "alice", "text:tenant": "" } };
    expect(answersTo(asked, body)).toEqual({ values: { "identifier:email": "alice" } });
  });
});

describe("readAnswers refuses", () => {
  const asked = { fields: [identifier, password], choices: [sms] };

  test.each<[string, SubmitBody, string]>([
    ["another pause", { interaction_id: "i0", field_values: {} }, 'the login has gone on since the pause "i0"; '],
    [
      "field values without a pause",
      { field_values: {} },
      "field_values and selected_choice_id need the interaction_id",
    ],
    ["a choice without a pause", { selected_choice_id: sms.ref }, "field_values and selected_choice_id need the "],
  ])("readAnswers refuses %s as a conflict", (_name, body, message) => {
    const error = thrownBy(() => answersTo(asked, body));
    expect(error.kind).toBe("conflict");
    expect(error.message).toContain(message);
    expect(error.message).toContain("browserctl auth connections get");
    expect(error.problems.map(({ path }) => path)).toEqual(["interaction_id"]);
  });

  test.each<[string, Partial<LoginQuestion>, SubmitBody, string[]]>([
    [
      "an unknown field",
      asked,
      { interaction_id: "i1", field_values: { email: "alice" } },
      ['field_values.email: is unknown; the login asks for "identifier:email", "password:password"'],
    ],
    [
      "an unknown name",
      asked,
      { fields: { "identifier:email": "alice" } },
      ['fields.identifier:email: is unknown; the login asks for "email", "password"'],
    ],
    [
      "a field where there is none",
      { choices: [sms] },
      { fields: { email: "alice" } },
      ["fields.email: is unknown: the login asks for no fields now; send selected_choice_id"],
    ],
    [
      "a missing required field",
      asked,
      { interaction_id: "i1", field_values: { "identifier:email": "alice", "password:password": "" } },
      ['field_values.password:password: is required: "Password"'],
    ],
    [
      "a missing required name",
      asked,
      { fields: { password: "correct horse" } },
      ['fields.email: is required: "Email"'],
    ],
    [
      "nothing for a page that asks for input",
      asked,
      {},
      [
        'field_values.identifier:email: is required: "Email"',
        'field_values.password:password: is required: "Password"',
      ],
    ],
    [
      "nothing where each field is optional",
      { fields: [askedField("text:a"), askedField("text:b")], choices: [sms] },
      { interaction_id: "i1" },
      [`body: must have field_values with "text:a", "text:b", or selected_choice_id, one of "${sms.ref}"`],
    ],
    [
      "an unknown choice",
      asked,
      { interaction_id: "i1", selected_choice_id: "sms" },
      [`selected_choice_id: names no choice; the login offers "${sms.ref}"`],
    ],
    [
      "an unknown type of a second factor",
      asked,
      { mfa_option_id: "email" },
      ['mfa_option_id: names no choice; the login offers "sms"'],
    ],
    [
      "a choice where there is none of its kind",
      asked,
      { sso_provider: "google" },
      ["sso_provider: names no choice: the login offers none of this kind now"],
    ],
    [
      "a type that two second factors have",
      { choices: [sms, { ...sms, ref: "mfa_method:text-34" }] },
      { mfa_option_id: "sms" },
      [
        `mfa_option_id: names several choices; send interaction_id with selected_choice_id instead, one of "${sms.ref}", "mfa_method:text-34"`,
      ],
    ],
    [
      "a name that two fields have",
      { fields: [code, { ...code, ref: "code:otp#2" }] },
      { fields: { otp: "123456" } },
      ['fields.otp: names several fields; use "code:otp", "code:otp#2" instead'],
    ],
    [
      "two forms",
      asked,
      { interaction_id: "i1", field_values: {}, fields: { email: "alice" }, sso_provider: "google" },
      [
        "fields: cannot be sent together with interaction_id with field_values or selected_choice_id; send one form alone",
        "sso_provider: cannot be sent together with interaction_id with field_values or selected_choice_id; send one form alone",
      ],
    ],
    [
      "two older forms",
      asked,
      { sso_provider: "google", sso_button_selector: "//a" },
      ["sso_button_selector: cannot be sent together with sso_provider; send one form alone"],
    ],
  ])("readAnswers refuses %s", (_name, at, body, problems) => {
    expect(problemsOf(at, body)).toEqual(problems);
  });

  test.each<[string, string, string]>([
    ["a line break", "correct\nhorse", "has a line break or another control character"],
    ["a control character", "correct\u0007horse", "has a line break or another control character"],
    ["half of a surrogate pair", "correct\ud800", "is not valid Unicode"],
    ["too many characters", "x".repeat(4_097), "has 4097 characters; at most 4096"],
  ])("readAnswers refuses a value with %s, without quoting it", (_name, value, message) => {
    const body = { interaction_id: "i1", field_values: { "identifier:email": "alice", "password:password": value } };
    const [problem, ...others] = problemsOf(asked, body);
    expect(problem).toContain(`field_values.password:password: ${message}`);
    expect(problem).not.toContain("correct");
    expect(others).toEqual([]);
  });
});

test("fields that share a name have distinct names in the older form, and can be submitted by them", () => {
  const fields = [code, { ...code, ref: "code:otp#2", label: "Code again" }];
  const names = fieldsOf({ fields }).discovered_fields?.map(({ name }) => name);
  expect(names).toEqual(["code:otp", "code:otp#2"]);
  const values = { "code:otp": "123", "code:otp#2": "456" };
  expect(answersTo({ fields }, { fields: values })).toEqual({ values });
});

test("the only identifier of a form is required, whatever its page says; one of several is not", () => {
  const required = (fields: readonly AskedField[]): unknown =>
    fieldsOf({ fields }).fields?.map((field) => field.required);
  const [user, mail] = ["user", "mail"].map((name) =>
    askedField(`identifier:${name}`, { kind: "identifier", type: "identifier" }),
  ) as [AskedField, AskedField];
  const note = askedField("text:note");
  expect(required([user, password, note])).toEqual([true, true, false]);
  expect(required([user, mail, password])).toEqual([false, false, true]);
});
