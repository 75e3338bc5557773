import { describe, expect, test } from "vitest";
import { canonicalKey, type NamedField, storedKey } from "../../../../src/service/login/values/stored-values.ts";

const identifier = (name: string, label: string): NamedField => ({ kind: "identifier", name, label });
const password: NamedField = { kind: "password", name: "pw", label: "Secret" };

describe("storedKey", () => {
  test.each<[string, string[], NamedField, string | undefined]>([
    ["the field's name", ["tenant", "realm"], { kind: "text", name: "realm" }, "realm"],
    [
      "the field's label, whatever its case and spaces",
      ["Customer_No"],
      { kind: "text", label: "Customer no." },
      "Customer_No",
    ],
    ["the kind of identifier", ["username", "email"], identifier("x1", "E-mail address"), "email"],
    [
      "the only identifier, whatever the field calls it",
      ["email", "password"],
      identifier("user", "User name"),
      "email",
    ],
    [
      "a user name before an e-mail address for an ambiguous field",
      ["email", "login"],
      identifier("id", "ID"),
      "login",
    ],
    ["the password, whatever the field is called", ["username", "passwd"], password, "passwd"],
    ["a password with the field's own name before the usual one", ["password", "pw"], password, "pw"],
    ["nothing for another kind of field", ["username", "password"], { kind: "text", label: "Company" }, undefined],
    ["nothing for a code", ["username", "password"], { kind: "code", name: "otp" }, undefined],
    ["nothing without a password", ["username"], password, undefined],
    ["nothing without an identifier", ["password"], identifier("user", ""), undefined],
    ["the Japanese word for a user name", ["ユーザー名"], identifier("f1", "ID"), "ユーザー名"],
  ])("the stored key is %s", (_name, keys, field, key) => {
    expect(storedKey(keys, field)).toBe(key);
  });
});

describe("canonicalKey", () => {
  test.each<[NamedField, string]>([
    [password, "password"],
    [identifier("user", "User name"), "username"],
    [identifier("x", "E-Mail-Adresse"), "email"],
    [identifier("x", "メールアドレス"), "email"],
    [identifier("x", "Phone number"), "phone"],
    [identifier("x", "E-mail or phone"), "username"],
    [identifier("x", "Username or email"), "username"],
    [{ kind: "text", name: "f7", label: "Customer no." }, "customer_no"],
    [{ kind: "text", name: "realm" }, "realm"],
    [{ kind: "text", label: "???" }, "text"],
    [{ kind: "text", label: "a".repeat(100) }, "a".repeat(60)],
  ])("the canonical key of %j is %s", (field, key) => {
    expect(canonicalKey(field)).toBe(key);
  });
});
