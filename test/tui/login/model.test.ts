import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { formRows } from "../../../src/tui/kit/form-rows.ts";
import { textInput } from "../../../src/tui/kit/text-input.ts";
import { handleKey } from "../../../src/tui/login/key-actions.ts";
import { middleRows } from "../../../src/tui/login/middle-rows.ts";
import { LoginModel, summary } from "../../../src/tui/login/model.ts";
import type { Asked, AskedField, LoginPhase } from "../../../src/tui/login/options.ts";

const field = (id: string, more: Partial<AskedField> = {}): AskedField => ({
  id,
  label: id,
  secret: false,
  required: true,
  rejected: false,
  ...more,
});
const asked = (pause: string, fields: readonly AskedField[], more: Partial<Asked> = {}): Asked => ({
  pause,
  fields,
  choices: [],
  ...more,
});
const waiting = (question: Asked, more: Partial<LoginPhase> = {}): LoginPhase => ({
  step: `waiting ${question.pause}`,
  title: "Waiting",
  asked: question,
  ...more,
});

function model(size = { columns: 40, rows: 20 }) {
  const clock = { now: 1_000_000 };
  const made = new LoginModel({ size, now: () => clock.now, canCancel: true, maxLength: 20 });
  const phase = (next: LoginPhase): void => made.take({ kind: "phase", phase: next });
  const type = (text: string): void => {
    for (const character of text) handleKey(made, { character });
  };
  return { made, clock, phase, type };
}

test("each step has the time it took; phases of one step are one line", () => {
  const { made, clock, phase } = model();
  phase({ step: "a", title: "Finding" });
  clock.now += 2_000;
  phase({ step: "a", title: "Finding more" });
  clock.now += 3_000;
  phase({ step: "b", title: "Submitting" });
  clock.now += 4_000;
  phase({ step: "b", title: "Submitting", end: "failure" });
  clock.now += 60_000;
  expect(summary({ domain: "a.example", profile: "p", id: "i" }, made)).toEqual([
    "Log in to a.example, profile p",
    "✓ Finding more 5s",
    "✗ Submitting 4s",
  ]);
});

test("a step whose values the website refused has failed", () => {
  const { made, phase } = model();
  phase(waiting(asked("p1", [field("user")]), { title: "Waiting for user" }));
  phase({ step: "b", title: "Submitting" });
  phase(waiting(asked("p2", [field("user", { rejected: true })]), { title: "Waiting for user" }));
  phase({ step: "c", title: "Submitting" });
  phase({ step: "c", title: "Submitting", end: "success" });
  expect(made.steps.map(({ title, hasFailed }) => [title, hasFailed])).toEqual([
    ["Waiting for user", false],
    ["Submitting", true],
    ["Waiting for user", false],
    ["Submitting", false],
  ]);
});

test("the same pause keeps what was typed; an answered one does not come back", () => {
  const { made, phase, type } = model();
  const question = asked("p1", [field("user")]);
  phase(waiting(question));
  type("ada");
  phase(waiting(question));
  expect(made.question?.form.inputs["user"]).toEqual(textInput("ada"));
  const action = handleKey(made, "return");
  if (action?.do !== "answer") throw new Error("Enter submits");
  expect(action.answer).toEqual({ kind: "values", values: { user: "ada" } });
  made.send();
  made.answered(action.question, undefined);
  phase(waiting(question));
  expect(made.question).toBeUndefined();
});

test("a value that is no secret is there again at the next pause", () => {
  const { made, phase, type } = model();
  phase(waiting(asked("p1", [field("user"), field("pin", { secret: true })])));
  type("ada");
  handleKey(made, "return");
  type("1234");
  const action = handleKey(made, "return");
  if (action?.do !== "answer") throw new Error("Enter submits");
  made.answered(action.question, undefined);
  phase(waiting(asked("p2", [field("user"), field("pin", { secret: true, rejected: true })])));
  const { inputs, focus, problems } = made.question?.form ?? {};
  expect([inputs?.["user"]?.text, inputs?.["pin"]?.text, focus]).toEqual(["ada", "", 1]);
  expect(problems).toEqual(new Map([["pin", "the website refused this value"]]));
  // A secret is never shown in a field of the same name that is none.
  phase(waiting(asked("p3", [field("pin")])));
  expect(made.question?.form.inputs["pin"]?.text).toBe("");
});

test("an optional field that stays empty is not sent", () => {
  const { made, phase, type } = model();
  phase(waiting(asked("p1", [field("user"), field("company", { required: false })])));
  type("ada");
  handleKey(made, "return");
  expect(handleKey(made, "return")).toMatchObject({ answer: { kind: "values", values: { user: "ada" } } });
});

test("the keys go around through fields and choices", () => {
  const { made, phase } = model();
  phase(waiting(asked("p1", [field("a"), field("b")], { choices: [{ id: "c", label: "C" }], action: "Tap" })));
  const places = () => [made.focus, made.focus === "form" ? made.question?.form.focus : made.question?.choice];
  const seen = [places()];
  for (let step = 0; step < 4; step += 1) {
    handleKey(made, "tab");
    seen.push(places());
  }
  expect(seen).toEqual([
    ["form", 0],
    ["form", 1],
    ["choices", 0],
    ["choices", 1],
    ["form", 0],
  ]);
  handleKey(made, "up");
  expect(places()).toEqual(["choices", 1]);
  expect(handleKey(made, "return")).toMatchObject({ answer: { kind: "choice", id: "c" } });
  handleKey(made, "up");
  expect(handleKey(made, "return")).toMatchObject({ answer: { kind: "done" } });
});

test("keys do nothing to a form whose answer is on its way", () => {
  const { made, phase, type } = model();
  phase(waiting(asked("p1", [field("user")])));
  made.send();
  type("x");
  expect(made.question?.form.inputs["user"]?.text).toBe("");
});

test("the current row stays on a small screen; scrolling ends at the edges", () => {
  const { made, phase } = model({ columns: 40, rows: 8 });
  for (let step = 0; step < 10; step += 1) phase({ step: `s${step}`, title: `Step ${step}` });
  phase(waiting(asked("p1", [field("user")]), { hostedUrl: "http://a.example/" }));
  expect(middleRows(made, false).join("\n")).toContain("> user");
  for (let press = 0; press < 20; press += 1) handleKey(made, "pageUp");
  expect(middleRows(made, false)[0]).toContain("✓ Step 0");
  for (let press = 0; press < 20; press += 1) handleKey(made, "pageDown");
  expect(middleRows(made, false).at(-1)).toContain("http://a.example/");
});

test("addresses stay until there are others, and the error of the website goes with its pause", () => {
  const { made, phase } = model();
  phase(waiting(asked("p1", []), { hostedUrl: "http://a.example/", websiteError: "Wrong" }));
  expect(middleRows(made, false).join("\n")).toContain('The website shows: "Wrong"');
  phase({ step: "s", title: "Submitting" });
  const rows = middleRows(made, false).join("\n");
  expect(rows).toContain("http://a.example/");
  expect(rows).not.toContain("Wrong");
});

test("of a user name and a password that were refused together, only the password is marked", () => {
  const { made, phase } = model();
  const [user, secret] = [field("user", { rejected: true }), field("secret", { rejected: true, secret: true })];
  phase(waiting(asked("p1", [user, secret])));
  expect([...(made.question?.form.problems.keys() ?? [])]).toEqual(["secret"]);
  phase(waiting(asked("p2", [user])));
  expect([...(made.question?.form.problems.keys() ?? [])]).toEqual(["user"]);
});

test("a field that is named like a member of every object has no problem until it is refused", () => {
  const { made, phase } = model();
  phase(waiting(asked("p1", [field("user"), field("constructor")])));
  const { question } = made;
  if (!question) throw new Error("the login asks");
  expect(question.form.focus).toBe(0);
  const rows = () => formRows(question.fields, question.form, { columns: 80, colour: false }).flat();
  expect(rows().map(({ key }) => key)).toEqual(["user", "constructor"]);
  made.answered(question, { text: "refused", fields: { constructor: "has 5 digits" } });
  expect(question.form.focus).toBe(1);
  expect(rows().map(({ text }) => text)).toContainEqual(expect.stringContaining("has 5 digits"));
});

test("Ctrl-L opens the live view also while a field has the focus", () => {
  const { made, phase } = model();
  phase(waiting(asked("p1", [field("user")]), { liveViewUrl: "http://127.0.0.1:1/live" }));
  expect(made.focus).toBe("form");
  expect(handleKey(made, "live")).toEqual({ do: "open", url: "http://127.0.0.1:1/live" });
  expect(made.question?.form.inputs["user"]?.text).toBe("");
});

test("the running step says what the service does; the steps before it keep their names", () => {
  const { made, phase } = model({ columns: 60, rows: 20 });
  const rows = (): string[] => middleRows(made, false).map(stripVTControlCharacters);
  phase({ step: "a", title: "Finding", doing: "Looking for the login form on a.example" });
  expect(rows()[0]).toBe("› Looking for the login form on a.example 0s");
  phase({ step: "b", title: "Submitting", doing: "Sending the answer to a.example" });
  made.doing = "Sent; waiting for a.example to answer";
  expect(rows().slice(0, 2)).toEqual(["✓ Finding 0s", "› Sent; waiting for a.example to answer 0s"]);
  phase(waiting(asked("p1", [field("user")])));
  expect(rows()[2]).toBe("› Waiting 0s");
});
