import { expect, test } from "vitest";
import { shownQuestion } from "../../../../src/service/login/flow/shown-question.ts";
import { KnownValues } from "../../../../src/service/login/values/known-values.ts";
import { askedField } from "../../managed-auth/support/questions.ts";

test.each([
  ["Username:", "Username"],
  ["Password *", "Password"],
  ["パスワード：", "パスワード"],
  ["Ratio 1:2", "Ratio 1:2"],
  ["*", "*"],
])("a label is shown without the mark that a website sets after it: %s", (label, shown) => {
  const fields = [askedField("text:a", { label })];
  const { question } = shownQuestion({ kind: "input", fields, choices: [] }, new KnownValues());
  expect(question.fields.map((field) => field.label)).toEqual([shown]);
});

test("an error of the website is no label of a field", () => {
  const websiteError = "Wrong password for alice";
  const fields = [askedField("text:a", { label: websiteError, name: "user" })];
  const { question } = shownQuestion({ kind: "input", fields, choices: [], websiteError }, new KnownValues());
  expect(question).toMatchObject({ websiteError, fields: [{ label: "user" }] });
});
