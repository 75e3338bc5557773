import { describe, expect, test } from "vitest";
import { automaticChoice } from "../../../../src/service/login/decide/choice-policy.ts";
import { codeChannel } from "../../../../src/service/login/decide/code-channel.ts";
import { type LoginPlan, PlanRecorder } from "../../../../src/service/login/decide/login-plan.ts";
import type { LoginChoice } from "../../../../src/service/login/page/page-facts.ts";
import { CredentialValues } from "../../../../src/service/login/values/credential-values.ts";
import { KnownValues } from "../../../../src/service/login/values/known-values.ts";
import { noSends, Sends } from "../../../../src/service/login/values/sends.ts";
import { choice, field, loginState, type StatePart } from "../support/login-states.ts";

const sms = choice("mfa_method", "Text message", { mfaType: "sms" });
const totp = choice("mfa_method", "Authenticator app", { mfaType: "totp" });
const others = choice("mfa_method", "Try another way", { mfaType: "switch" });
const google = choice("sso_provider", "Continue with Google", { provider: "google" });
const ann = choice("account", "Ann Example", { description: "ann@example.com" });
const bob = choice("account", "Bob", { description: "bob@example.com" });
const code = (label: string) => field("code", "otp", { label });

function valuesOf(stored: Readonly<Record<string, string>>): CredentialValues {
  const sends = new Sends({ records: noSends, stored: [], isUnattended: false });
  return new CredentialValues(stored, { sends, known: new KnownValues(stored) });
}

function newRecorder(known = new KnownValues()): PlanRecorder {
  return new PlanRecorder("https://shop.example.com/login", known);
}

function recorded(...choices: LoginChoice[]): LoginPlan {
  const recorder = newRecorder();
  for (const made of choices) recorder.choice(made);
  return recorder.plan;
}

describe("PlanRecorder", () => {
  test("a plan keeps steps without values, each once", () => {
    const recorder = newRecorder();
    const fields = [field("identifier", "user"), field("password", "pw")];
    recorder.fields(fields);
    recorder.fields(fields);
    recorder.choice(totp);
    recorder.external("push");
    expect(recorder.plan).toEqual({
      entrance: "https://shop.example.com/login",
      steps: [
        {
          step: "fields",
          origin: "https://shop.example.com",
          fields: [
            { kind: "identifier", name: "user" },
            { kind: "password", name: "pw" },
          ],
        },
        { step: "choice", kind: "mfa_method", label: "Authenticator app", mfaType: "totp" },
        { step: "external", kind: "push" },
      ],
    });
    expect(recorder.isExternal).toBe(true);
    expect(recorder.requirements).toEqual([{ kind: "external_action", key: "" }]);
  });

  test("the number of steps of a plan is bounded", () => {
    const choices = Array.from({ length: 100 }, (_, at) => choice("other", `Way ${at}`));
    expect(recorded(...choices).steps).toHaveLength(40);
  });
});

describe("automaticChoice", () => {
  interface Case {
    page: StatePart;
    plan?: LoginPlan;
    hasTotp?: boolean;
    pressed?: LoginChoice[];
  }
  const usual = [field("identifier", "user"), field("password", "pw")];
  test.each<[string, Case, LoginChoice | undefined]>([
    ["the authenticator app with a secret", { page: { choices: [sms, totp] }, hasTotp: true }, totp],
    [
      "the app instead of a code by SMS",
      { page: { fields: [code("SMS code")], choices: [totp] }, hasTotp: true },
      totp,
    ],
    [
      "further methods instead of a code by SMS",
      { page: { fields: [code("SMS code")], choices: [others] }, hasTotp: true },
      others,
    ],
    [
      "nothing where the app's code is asked",
      { page: { fields: [code("Authenticator code")], choices: [others, totp] }, hasTotp: true },
      undefined,
    ],
    ["nothing without a secret and a plan", { page: { choices: [sms, totp] } }, undefined],
    ["the choice of the plan", { page: { choices: [totp, sms] }, plan: recorded(sms) }, sms],
    [
      "the app before the choice of the plan",
      { page: { choices: [totp, sms] }, plan: recorded(sms), hasTotp: true },
      totp,
    ],
    [
      "the planned provider under a new label",
      { page: { fields: usual, choices: [{ ...google, label: "Google" }] }, plan: recorded(google) },
      { ...google, label: "Google" },
    ],
    ["nothing where the plan does not fit", { page: { choices: [google] }, plan: recorded(sms) }, undefined],
    ["nothing that was pressed before", { page: { choices: [sms] }, plan: recorded(sms), pressed: [sms] }, undefined],
    ["the account of the credential", { page: { choices: [bob, ann] } }, ann],
    ["nothing among strange accounts", { page: { choices: [bob] } }, undefined],
  ])("the automatic choice is %s", (_name, { page, plan, hasTotp = false, pressed = [] }, expected) => {
    const values = valuesOf({ email: "Ann@example.com", password: "bob" });
    const places = new Set(pressed.map(({ origin, ref }) => `${origin}\n${ref}`));
    expect(automaticChoice(loginState(page).facts, { plan, hasTotp, values, pressed: places })).toEqual(expected);
  });

  test("the automatic choice is that of the plan when another website had fields of the same names", () => {
    const recorder = newRecorder();
    recorder.choice(google);
    recorder.fields(usual.map((one) => ({ ...one, origin: "https://accounts.example.net" })));
    const policy = {
      plan: recorder.plan,
      hasTotp: false,
      values: valuesOf({}),
      pressed: new Set<string>(),
    };
    expect(automaticChoice(loginState({ fields: usual, choices: [google] }).facts, policy)).toEqual(google);
  });

  test("there is no automatic choice on a form that the plan has filled", () => {
    const recorder = newRecorder();
    recorder.fields(usual);
    recorder.choice(google);
    const policy = {
      plan: recorder.plan,
      hasTotp: false,
      values: valuesOf({}),
      pressed: new Set<string>(),
    };
    expect(automaticChoice(loginState({ fields: usual, choices: [google] }).facts, policy)).toBeUndefined();
  });
});

describe("codeChannel", () => {
  test.each<[string, StatePart, string]>([
    ["Code from your authenticator app", {}, "totp"],
    ["Code", { lines: ["We sent a code to ••• 12 by text message"] }, "sms"],
    ["Code", { lines: ["Enter the code that we emailed to a***@example.com"] }, "email"],
    ["Code", { lines: ["Wir haben einen Code an Ihr Handy gesendet"] }, "sms"],
    ["コード", { lines: ["メールで送信されたコードを入力してください"] }, "email"],
    ["Code", { lines: ["Questions? Phone us"] }, "unknown"],
    ["Code", { lines: ["Open your OTP app"] }, "totp"],
    ["Code", { lines: ["Authenticator app", "Enter the code"] }, "totp"],
    ["Code", { lines: ["Enter the code shown in your mobile app"] }, "totp"],
    ["Code", { lines: ["We texted you a code", "Protect your account with an authenticator"] }, "sms"],
    ["Kod", { lines: ["Aplikacja autoryzacyjna: wpisz kod"] }, "totp"],
    ["Kod weryfikacyjny", { lines: ["Kod weryfikacyjny", "Numer telefonu: ••• 12"] }, "unknown"],
    ["Код", { lines: ["Код підтвердження: номер телефону ••• 12"] }, "sms"],
    [
      "Code",
      {
        lines: ["We sent a code by SMS", "Use a code of the authenticator app"],
        choices: [choice("mfa_method", "Use a code of the authenticator app")],
      },
      "sms",
    ],
  ])("the code channel of %j on %j is %s", (label, page, channel) => {
    expect(codeChannel(code(label), loginState(page).facts)).toBe(channel);
  });
});

describe("CredentialValues", () => {
  const user = field("identifier", "user");
  const password = field("password", "pw");

  test("a refused value is never used again, and the value that a person gave is saved instead", () => {
    const values = valuesOf({ email: "ann@example.com", password: "old" });
    expect([values.for(user), values.for(password)]).toEqual(["ann@example.com", "old"]);
    values.refuse([password]);
    expect([values.for(password), values.isRefused(password), values.saved]).toEqual([undefined, true, {}]);
    values.give(password, "new");
    expect([values.for(password), values.isRefused(password)]).toEqual(["new", false]);
    expect(values.saved).toEqual({ password: "new" });
  });

  test("values are saved under canonical keys, but never codes and refused values", () => {
    const values = valuesOf({});
    values.give(user, "ann");
    values.give(password, "secret");
    values.give(field("text", "company"), "acme");
    values.give(field("code", "otp"), "123456");
    values.refuse([password]);
    expect(values.saved).toEqual({ username: "ann", company: "acme" });
  });
});
