import { expect, test } from "vitest";
import { SettledPages } from "../../../../src/service/login/flow/settled-pages.ts";
import type { PageFacts } from "../../../../src/service/login/page/page-facts.ts";
import { loginState } from "../support/login-states.ts";

const pageOf = (url: string, line: string, settled = true): PageFacts => ({
  ...loginState({ url, lines: [line] }).facts,
  settled,
});
const form = pageOf("https://a.example/login", "Log in");
const home = pageOf("https://a.example/home", "Overview");

test("the page before the first value is that of everybody, at each address; the last one that of the browser, at its own", () => {
  const pages = new SettledPages();
  pages.add(form);
  expect(pages.isEarly(form)).toBe(true);
  expect(pages.isLast(form)).toBe(false);
  pages.entered();
  pages.add(home);
  expect(pages.isEarly(pageOf("https://a.example/home", "Log in"))).toBe(true);
  expect(pages.isEarly(home)).toBe(false);
  expect(pages.isLast(home)).toBe(true);
  expect(pages.isLast(form)).toBe(false);
  expect(pages.isLast(pageOf("https://a.example/other", "Overview"))).toBe(false);
});

test("a page that had not settled is not known", () => {
  const pages = new SettledPages();
  pages.add(pageOf("https://a.example/login", "Loading", false));
  pages.entered();
  expect(pages.isEarly(pageOf("https://a.example/login", "Loading"))).toBe(false);
  expect(pages.isLast(pageOf("https://a.example/login", "Loading"))).toBe(false);
});
