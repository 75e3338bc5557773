import { describe, expect, test } from "vitest";
import { KnownValues } from "../../../../src/service/login/values/known-values.ts";

const password = `P&s "wörd" 1/2+x`;
const utf8 = Buffer.from(password);
const html = password.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
const numeric = [...password].map((character) => `&#${character.codePointAt(0)};`).join("");
const stored = { email: "Ann.Lee@example.com", password, pin: "48213" };

function known(more: Readonly<Record<string, string>> = {}): KnownValues {
  return new KnownValues({ ...stored, ...more });
}

describe("redact", () => {
  test.each([
    ["as it is", password],
    ["in capitals", password.toUpperCase()],
    ["in the percents of an address", encodeURIComponent(password)],
    ["in small percents", encodeURIComponent(password).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())],
    ["in percents twice", encodeURIComponent(encodeURIComponent(password))],
    ["in every percent", [...utf8].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")],
    ["in the query of a form", new URLSearchParams({ p: password }).toString().slice(2)],
    ["in JSON", JSON.stringify(password).slice(1, -1)],
    ["in JSON in JSON", JSON.stringify(JSON.stringify(password)).slice(3, -3)],
    ["in JSON without letters of its own", [...password].map((c) => `\\u${hex(c.charCodeAt(0), 4)}`).join("")],
    ["in HTML", html],
    ["in HTML in HTML", html.replaceAll("&", "&amp;")],
    ["in the numbers of HTML", numeric],
    ["in hexadecimal digits", utf8.toString("hex")],
    ["with its blanks doubled", password.replaceAll(" ", "\u00a0 ")],
  ])("redact finds a value %s", (_, text) => {
    const said = known().redact(`The password <${text}> is wrong`);
    expect(said).toBe("The password <[password]> is wrong");
  });

  test.each([0, 1, 2, 3, 4])("redact finds a value in base64 behind %i other bytes", (before) => {
    for (const encoding of ["base64", "base64url"] as const) {
      const text = Buffer.from(`${"u".repeat(before)}${password}:tail`).toString(encoding);
      const left = Buffer.from(known().redact(text).replaceAll("[password]", ""), encoding).toString();
      expect(known().redact(text)).toContain("[password]");
      expect([...left].some((_, at) => password.includes(left.slice(at, at + 3)) && left.length - at >= 3)).toBe(false);
    }
  });

  test.each([["ann-lee-example-com"], ["ann_lee_example_com"], ["Ann Lee @ example.com"]])(
    "finds the words of a value in %j",
    (text) => {
      expect(known().redact(`other:continue as ${text}`)).toBe("other:continue as [email]");
    },
  );

  test("redact finds a short value only as a word", () => {
    expect(known().redact("pin=48213 ok; 148213 and 482134 are others")).toBe(
      "pin=[pin] ok; 148213 and 482134 are others",
    );
  });

  test("redact finds the beginning of a value at the end of a truncated text", () => {
    expect(known().redact(`wrong: ${password.slice(0, 7)}…`)).toBe("wrong: [password]…");
    expect(known().redact("Please wait…")).toBe("Please wait…");
  });

  test("redact finds every part of a long value", () => {
    const key = Array.from({ length: 400 }, (_, at) => (at * 7919).toString(36))
      .join("")
      .slice(0, 1_500);
    const said = known({ key }).redact(`${key.slice(0, 250)}…`);
    expect(said).not.toContain(key.slice(0, 8));
    expect(known({ key }).redact(key)).toMatch(/^(?:\[key\])+$/);
  });

  test("redact finds the longest of two values, and leaves its own marks", () => {
    const values = new KnownValues({ username: "password", password: "password-2026" });
    const once = values.redact("password-2026 of password");
    expect(once).toBe("[password] of [username]");
    expect(values.redact(once)).toBe(once);
  });

  test("redact finds earlier values too", () => {
    const values = new KnownValues({ password: "outdated" });
    values.add("password", "summer-1");
    values.add("password", "summer-2");
    expect(values.redact("outdated, summer-1, summer-2")).toBe("[password], [password], [password]");
  });

  test("redact leaves other texts unchanged", () => {
    const text = "Passwords have 12 characters; write to help@example.com (100 %)";
    expect([known().redact(text), known().isIn(text), new KnownValues().redact(text)]).toEqual([text, false, text]);
  });

  test("redact copes with values of the maximum length and number", () => {
    const values = new KnownValues(
      Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [`key${at}`, String.fromCodePoint(0x4e00 + at).repeat(4_096)]),
      ),
    );
    expect(values.redact(`a ${"\u4e05".repeat(4_096)} b`)).toMatch(/^a (?:\[key5\])+ b$/);
    expect(values.redact("\\".repeat(300))).toBe("\\".repeat(300));
  });
});

describe("address", () => {
  const own = "https://shop.example.com/login?tenant=acme";

  test.each([
    [`https://shop.example.com/home?pass=${encodeURIComponent(password)}&page=2#top`, "https://shop.example.com/home"],
    ["https://shop.example.com/a;jsessionid=7F3A/b;v=1.html", "https://shop.example.com/a/b"],
    ["https://shop.example.com/a%3Bjsessionid=7F3A", "https://shop.example.com/a"],
    ["https://user:secret@shop.example.com/#/access_token=abc", "https://shop.example.com/"],
    ["https://shop.example.com/u/ann.lee@example.com/inbox", "https://shop.example.com/u/"],
    ["https://48213.example.com/home", "https://shop.example.com/login"],
    ["https://48213.example.com:8443/home", "https://shop.example.com/login"],
    ["data:text/html,48213", "https://shop.example.com/login"],
    ["no address 48213", "https://shop.example.com/login"],
  ])("the address of %s is %s", (address, expected) => {
    expect(known().address(address, own)).toBe(expected);
  });

  test("an address keeps the host that the user has set", () => {
    expect(known().address("https://48213.example.com/home?a=b", "https://48213.example.com/")).toBe(
      "https://48213.example.com/home",
    );
  });
});

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
