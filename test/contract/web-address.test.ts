import { describe, expect, test } from "vitest";
import {
  AnyAddress,
  HostText,
  OptionalPageAddress,
  PageAddress,
  TargetAddress,
} from "../../src/contract/web-address.ts";
import { readDomain } from "../../src/service/credentials/domain.ts";

const matches = (schema: object, text: string): boolean =>
  "pattern" in schema && new RegExp(String(schema.pattern), "u").test(text);
const line = "https://shop.example.com/\nlogin";

describe("an address of a page", () => {
  test.each([
    "https://shop.example.com",
    "HTTP://[::1]:8080/login?next=%2F#form",
    "https://bücher.example/a",
    "http://localhost:7450/login",
  ])("takes %s", (text) => {
    expect(matches(PageAddress({}), text)).toBe(true);
    expect(URL.canParse(text)).toBe(true);
  });

  test.each([
    "https://[::1",
    "https://",
    "https:///a",
    line,
    "https://shop.example.com/\t",
    "https://shop\u0000.example.com",
    "https://shop.example.com\\@evil.example",
    "https://me:secret@shop.example.com",
    "ftp://shop.example.com",
    "",
  ])("refuses %j", (text) => {
    expect(matches(PageAddress({}), text)).toBe(false);
    expect(matches(OptionalPageAddress({}), text)).toBe(text === "");
  });
});

test("a target of a request and a host have no control characters", () => {
  expect(matches(TargetAddress({}), "https://me:secret@shop.example.com/a b")).toBe(true);
  expect(matches(TargetAddress({}), line)).toBe(false);
  expect(matches(HostText({}), "shop.\texample.com")).toBe(false);
});

test.each(["com", "co.uk", "github.io"])("the domain %s is a public suffix", (given) => {
  expect(readDomain(given).problem).toContain("is a public suffix");
});

test.each(["\nshop.example.com", "shop.example\u007f.com"])("the domain %j has a control character", (given) => {
  expect(readDomain(given).problem).toBe("must be a host name without control characters");
});

test.each(["localhost", "127.0.0.1", "intranet", "shop.example.com"])("the domain %s stays", (given) => {
  expect(readDomain(given)).toEqual({ host: given });
});

test("an address of any scheme has no control characters", () => {
  for (const text of ["about:blank", "data:text/html,<p>a b", "shop.example.com"]) {
    expect(matches(AnyAddress({}), text)).toBe(true);
  }
  for (const text of [line, "java\tscript:alert(1)", "about:\u0000blank", "about:\u0085blank"]) {
    expect(matches(AnyAddress({}), text)).toBe(false);
  }
});
