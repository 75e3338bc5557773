import { describe, expect, test } from "vitest";
import { carries, carriesPart, searchedContent } from "../../../../src/service/login/drive/carried-values.ts";

const secret = 'Wönder "land" 7+';
const base64 = Buffer.from(`alice:${secret}`).toString("base64");

function isIn(url: string, body: string | Buffer = "", value = secret): boolean {
  const content = { url, headers: {}, body: Buffer.from(body) };
  return carries(searchedContent(content), value);
}

describe("a value is found", () => {
  test.each<[string, string, (string | Buffer)?, string?]>([
    ["raw in a body", "https://a.test/", `p=${secret}&q=1`],
    ["in Latin-1", "https://a.test/", Buffer.from(`p=${secret}`, "latin1")],
    ["as a form sends it", "https://a.test/", new URLSearchParams({ p: secret }).toString()],
    ["encoded twice in a query", `https://a.test/?to=${encodeURIComponent(`/?p=${encodeURIComponent(secret)}`)}`],
    ["in JSON", "https://a.test/", JSON.stringify({ p: secret })],
    ["in JSON with escapes", "https://a.test/", JSON.stringify({ p: secret }).replace("ö", "\\u00f6")],
    ["in base64 beside a user name", "https://a.test/", `{"auth":"${base64}"}`],
    ["in base64url in a path", `https://a.test/log/${Buffer.from(secret).toString("base64url")}/x`],
    ["in the path", `https://a.test/${encodeURIComponent(secret)}`],
    ["in the name of a host", "https://log.summer-of-42.example/", "", "Summer-of-42"],
    ["in a fragment", `https://a.test/#${encodeURIComponent(secret)}`],
  ])("%s", (_, url, body, value) => {
    expect(isIn(url, body, value)).toBe(true);
  });

  test("a value in a header is found", () => {
    const headers = { Authorization: `Basic ${base64}` };
    expect(carries(searchedContent({ url: "https://a.test/", headers }), secret)).toBe(true);
  });
});

describe("a value is not found", () => {
  test.each<[string, string, string, string]>([
    ["in a part of it", "https://a.test/", "Wönder", secret],
    ["of six digits within a time", "https://a.test/?t=1712345678", "", "234567"],
    ["of six digits in a path", "https://a.test/234567/a.js", "", "234567"],
    ["of three characters", "https://a.test/?p=abc", "", "abc"],
  ])("%s", (_, url, body, value) => {
    expect(isIn(url, body, value)).toBe(false);
  });

  test("the first half of a value is part of it, a shorter beginning and half of a short value are not", () => {
    const parts = ["Wonder-", "Wonder", "2345"].map((text, at) => {
      const content = searchedContent({ url: `https://a.test/?p=${text}`, headers: {} });
      return carriesPart(content, at === 2 ? "234567" : "Wonder-land 7!");
    });
    expect(parts).toEqual([true, false, false]);
  });

  test("a short value is found as a whole word", () => {
    expect(isIn("https://a.test/?code=234567&x=1", "", "234567")).toBe(true);
  });
});
