import { expect, test } from "vitest";
import { expectRestored, kitViews, resultOf } from "../support/kit-views.ts";
import { ESC } from "../support/log-views.ts";
import type { ViewTerminal } from "../support/view-terminal.ts";

const opened = kitViews();
const backTab = `${ESC}[Z`;
/** The rows of the screen without the cursor at their ends. */
const rows = (view: ViewTerminal): string[] => view.screen().map((row) => row.trimEnd());
const paste = (text: string): string => `${ESC}[200~${text}${ESC}[201~`;

test("a form returns its values and is erased afterwards", async () => {
  const view = await opened("form", "Log in to shop");
  expect(rows(view).slice(0, 5)).toEqual([
    "Log in to shop",
    "> User name",
    "  Password",
    "  Method     ‹ app ›",
    "Tab next  Enter next  Esc cancel",
  ]);
  view.type("anna\r");
  await view.shows("> Password");
  view.type("secret\r");
  await view.shows("← → choose  Tab next  Enter submit");
  view.type(`${ESC}[D`);
  await view.shows("‹ email ›  a code by mail");
  view.type("\r");
  await expectRestored(view);
  expect(resultOf(view)).toEqual({ user: "anna", password: "secret", method: "email" });
  expect(view.scrollback().join("\n")).not.toContain("Log in to shop");
});

test("keys that are typed faster than frames are drawn all count", async () => {
  const view = await opened("form", "Log in to shop");
  view.type("anna\rsecret\r\r");
  await expectRestored(view);
  expect(resultOf(view)).toEqual({ user: "anna", password: "secret", method: "app" });
});

test("a secret is never written to the terminal", async () => {
  const view = await opened("form", "Log in to shop");
  view.type("\tpa55wörd");
  await view.shows("> Password   ••••••••");
  view.type(backTab);
  await view.shows("> User name");
  expect(view.screen()[2]).toBe("  Password   ••••••••");
  expect(view.output).not.toMatch(/pa55|5w|örd/);
});

test("invalid values are refused together, with the focus on the first, until they are corrected", async () => {
  const view = await opened("form", "Log in to shop");
  view.type("\tabc\t\r");
  await view.shows("at least 4 characters, not 3");
  await view.shows("Esc cancel");
  expect(rows(view).slice(1, 5)).toEqual([
    "> User name",
    "             must not be empty",
    "  Password   •••",
    "             at least 4 characters, not 3",
  ]);
  view.type("b");
  await view.hides("must not be empty");
  view.type("\td");
  await view.hides("at least 4 characters");
  view.type("\r\r");
  await expectRestored(view);
  expect(resultOf(view)).toEqual({ user: "b", password: "abcd", method: "app" });
});

test("problems of an earlier attempt are shown, with the focus on their field", async () => {
  const view = await opened("form with problems", "wrong password");
  expect(view.screen()[2]).toMatch(/^> Password/);
});

test("text can be edited at the cursor, by characters as a person counts them", async () => {
  const view = await opened("form", "Log in to shop");
  view.type("a👍🏽b");
  await view.shows("a👍🏽b");
  view.type(`${ESC}[D${ESC}[D`);
  view.type("x");
  await view.shows("ax👍🏽b");
  view.type(`${ESC}[3~`);
  await view.shows("axb");
  view.type(`${ESC}[H`);
  view.type("\u007fy");
  await view.shows("yaxb");
  view.type("\u0015z");
  await view.until(() => rows(view)[1] === "> User name  z", "the cleared field");
  expect(view.screen().join("\n")).not.toContain("yaxb");
});

test("a value that is too long is refused with its limit", async () => {
  const view = await opened("form", "Log in to shop");
  view.type("123456789012");
  await view.shows("123456789012");
  view.type("3");
  await view.shows("at most 12 characters");
  expect(rows(view)[1]).toBe("> User name  123456789012");
  view.type("\u0015");
  await view.hides("at most 12 characters");
  view.type(paste("1234567890123"));
  await view.shows("at most 12 characters");
  expect(rows(view)[1]).toBe("> User name");
});

test("pasted text does not submit the form; several lines are refused", async () => {
  const view = await opened("form", "Log in to shop");
  view.type(paste("anna\n"));
  await view.until(() => rows(view)[1] === "> User name  anna", "the pasted text");
  view.type(paste("a\nb"));
  await view.shows("the pasted text has more than one line; paste one line");
  expect(rows(view)[1]).toBe("> User name  anna");
});

test("typed escape sequences and control characters are shown, not obeyed", async () => {
  const view = await opened("form", "Log in to shop");
  view.type(paste(`${ESC}[2Ja\u0007`));
  await view.shows("␛[2Ja␇");
  expect(view.screen()[0]).toBe("Log in to shop");
});

test.each([
  ["Escape", ESC, "result null"],
  ["Ctrl-C", "\u0003", "error interrupted"],
])("%s leaves a form without its values", async (_, key, text) => {
  const view = await opened("form", "Log in to shop");
  view.type("anna");
  await view.shows("anna");
  view.type(key);
  await expectRestored(view);
  expect(view.scrollback().join("\n")).toContain(text);
});

test("a form larger than the terminal scrolls to the focused field, and takes a new size", async () => {
  const view = await opened("form", "Log in", { columns: 30, rows: 5 });
  view.type("\t\t");
  await view.shows("> Method");
  expect(view.screen()[0]).toBe("Log in to shop");
  view.resize(60, 12);
  await view.shows("User name");
  await view.shows("> Method");
});
