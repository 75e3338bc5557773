import { describe, expect, test } from "vitest";
import {
  redact,
  redactHeader,
  redactQuery,
  redactRecord,
  redactResponseHeader,
  redactUserinfo,
} from "../../src/client/redact.ts";

describe("headers", () => {
  test.each([
    ["authorization", "Bearer secret", "Bearer ***"],
    ["Authorization", "Digest a=secret, b=secret", "Digest ***"],
    ["authorization", "secret", "***"],
    ["proxy-authorization", "Basic secret", "Basic ***"],
    ["cookie", "a=secret; b=secret", "***"],
    ["set-cookie", "sid=secret; Path=/; HttpOnly", "***"],
    ["x-api-key", "secret", "***"],
    ["referer", "https://u:secret@host/", "https://***@host/"],
    ["x-a", "1", "1"],
    ["accept", "text/html", "text/html"],
  ])("header %s: %s is shown as %s", (name, value, shown) => {
    expect(redactHeader(name, value)).toBe(shown);
  });
  test("the address of a redirect is shown without credentials, query values and fragment", () => {
    const address = "https://u:secret@host/path?sig=secret&empty=#access_token=secret";
    expect(redactResponseHeader("Location", address)).toBe("https://***@host/path?sig=***&empty=#***");
  });
});

describe("fields", () => {
  const secret = { type: "string", "x-secret": true };
  const schema = {
    properties: {
      a: secret,
      b: { items: { properties: { c: secret, open: {} } } },
      d: { anyOf: [{ type: "null" }, { properties: { e: secret } }, { properties: { f: {} } }] },
      m: { "x-secret": true },
      h: { "x-headers": true },
      n: { type: "string" },
      tags: { patternProperties: { "^.*$": { type: "string" } } },
      free: { type: "object" },
    },
  };
  test("marked fields are masked at every depth, and others are shown", () => {
    const value = {
      a: "s",
      b: [{ c: "s", open: 1 }],
      d: { e: "s", f: "open" },
      m: { k: "s", l: { deep: "s" } },
      h: { Cookie: "s", "X-A": "1" },
      n: null,
      tags: { team: "web" },
      free: { any: ["thing"] },
    };
    expect(redact(value, schema)).toEqual({
      a: "***",
      b: [{ c: "***", open: 1 }],
      d: { e: "***", f: "open" },
      m: { k: "***", l: "***" },
      h: { Cookie: "***", "X-A": "1" },
      n: null,
      tags: { team: "web" },
      free: { any: ["thing"] },
    });
  });
  test("an empty text of a marked field is shown", () => {
    expect(redact({ a: "", m: { k: "", l: "s" } }, schema)).toEqual({ a: "", m: { k: "", l: "***" } });
  });
  test("an undeclared field is masked, and so is a body without a declaration", () => {
    expect(redact({ n: "shown", other: { x: "s" }, 7: 12345 }, schema)).toEqual({ n: "shown", other: "***", 7: "***" });
    expect(redact({ a: 1 }, undefined)).toBe("***");
  });
  test("a field named like an inherited property is undeclared", () => {
    expect(redact(JSON.parse('{"constructor":"s","toString":"s"}'), schema)).toEqual({
      constructor: "***",
      toString: "***",
    });
  });
});

describe("user and password of URLs", () => {
  test.each([
    ["http://someone:PASSWORD@host/", "http://***@host/"],
    ["see http://a:b@h/x and wss://tok@h2:9/y, please", "see http://***@h/x and wss://***@h2:9/y, please"],
    ["http://a:p@ss@host", "http://***@host"],
    [`http://a:p"q'r@host`, "http://***@host"],
    ["https://host/@name", "https://host/@name"],
    ["https://host/?q=a@b", "https://host/?q=a@b"],
    ["someone@example.com", "someone@example.com"],
    ['{"a":"http://host","b":"x@y"}', '{"a":"http://host","b":"x@y"}'],
    ["http:\\\\a:PASSWORD@host/", "***"],
    ["http:a:PASSWORD@host/", "***"],
  ])("URL %s is shown as %s", (text, shown) => {
    expect(redactUserinfo(text)).toBe(shown);
  });
  test("a long text is searched for URLs in linear time", () => {
    const text = `${"://".repeat(200_000)}${"a".repeat(2_000_000)}${"://x".repeat(200_000)} @`;
    // To read it again at each "://" would take hours.
    expect(redactUserinfo(text)).toBe(text);
  });
  test("a record's URLs are masked, its other texts are data", () => {
    const record = {
      start_url: "http://a:b@h/",
      cdp_ws_url: "ws://h/cdp?jwt=x",
      list: [{ url: "x://t@h" }],
      body: "x://t@h",
    };
    expect(redactRecord(record)).toEqual({
      start_url: "http://***@h/",
      cdp_ws_url: "ws://h/cdp?jwt=x",
      list: [{ url: "x://***@h" }],
      body: "x://t@h",
    });
  });
});

describe("queries", () => {
  const schema = { properties: { limit: {}, tags: {}, from: {}, key: { "x-secret": true } } };
  test("query values that are undeclared or marked are masked, and the rest is unchanged", () => {
    const address = "https://h/x?limit=5&tags[team]=a+b&other=s%20s&key=s&from=http%3A%2F%2Fu%3Ap%40h%2F&flag&empty=";
    expect(redactQuery(address, schema)).toBe(
      "https://h/x?limit=5&tags[team]=a+b&other=***&key=***&from=http%3A%2F%2F***%40h%2F&flag&empty=",
    );
  });
});
