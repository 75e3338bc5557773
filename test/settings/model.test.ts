import { describe, expect, it } from "vitest";
import { parseBaseUrl } from "../../src/settings/base-url.ts";
import { checkSettings, checks, contextEntry, emptySettings, type Settings } from "../../src/settings/model.ts";

describe("parseBaseUrl", () => {
  it.each([
    ["https://a.example", "https://a.example"],
    ["https://a.example/", "https://a.example"],
    ["https://A.example:443//", "https://a.example"],
    ["HTTP://a.example:8080/v1/", "http://a.example:8080/v1"],
    ["https://a.example/team/v1", "https://a.example/team/v1"],
    ["http://[::1]:3000/", "http://[::1]:3000"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://a.example/p@q", "https://a.example/p@q"],
  ])("parseBaseUrl stores %s as %s", (text, stored) => {
    expect(parseBaseUrl(text)).toBe(stored);
    expect(parseBaseUrl(stored)).toBe(stored);
  });

  it.each([
    ["a.example", "write https://a.example"],
    ["localhost:3000", "write http://localhost:3000"],
    ["ftp://a.example", "must begin with https:// or http://"],
    ["file:///etc", "must begin with"],
    ["", "must begin with"],
    ["https://", "is not a URL"],
    ["https://a.example:99999", "is not a URL"],
    ["https://a.example?", "query or a fragment"],
    ["https://a.example/?x=s3cret", "query or a fragment"],
    ["https://a.example/#s3cret", "query or a fragment"],
    ["https://ann:s3cret@a.example", "user name or password"],
    ["https://s3cret@a.example", "user name or password"],
    ["https://@a.example", "user name or password"],
    ["ann:s3cret@a.example", "must begin with"],
    ["https://a.example\n", "space or a control character"],
    ["https://a.ex\tample", "space or a control character"],
  ])("parseBaseUrl refuses %j", (text, message) => {
    let said = "";
    try {
      parseBaseUrl(text);
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toContain(message);
    expect(said).not.toContain("s3cret");
  });
});

describe("the settings model", () => {
  it.each(["a", "A.b-c_9", "constructor", "x".repeat(64)])("context name %s is valid", (name) => {
    expect(checks.contextName(name)).toBeUndefined();
  });
  it.each(["", "a b", "a/b", "ä", "x".repeat(65), "a\n", "__proto__"])("context name %j is refused", (name) => {
    expect(checks.contextName(name)).toContain("is no context name");
  });
  it.each(["", "a b", "a\nb", "tökén", "a\u0000"])("token %j is refused without repeating it", (token) => {
    expect(checks.token(token)).toBe("must be one line of visible ASCII characters, without spaces");
  });
  it.each(["0s", "30", "x", ""])("time-out %j is refused", (text) => {
    expect(checks.timeout(text)).toBeTypeOf("string");
  });

  it("the name of an inherited property is not a known context", () => {
    expect(contextEntry(emptySettings(), "constructor")).toBeUndefined();
  });

  it("checkSettings reports all problems together, by path, and lets unknown members pass", () => {
    const settings = {
      version: 1,
      current: "a b",
      contexts: {
        good: { kind: "hosted", base_url: "https://a.example", later: 1 },
        "bad name": { kind: "cloud", base_url: "ftp://x", token: "s3 cret", project: "", state_dir: "rel" },
        text: "x",
        none: {},
      },
      directories: { rel: "good", "/a": 7, "C:\\work": "good" },
      values: { output: "xml", timeout: "30", no_input: "yes", later: true },
      later: {},
    } as unknown as Settings;
    const problems = checkSettings(settings);
    expect(problems.map((each) => each.path)).toEqual([
      "current",
      "contexts.bad name",
      "contexts.bad name.kind",
      "contexts.bad name.base_url",
      "contexts.bad name.project",
      "contexts.bad name.token",
      "contexts.bad name.state_dir",
      "contexts.text",
      "contexts.none.kind",
      'directories["rel"]',
      'directories["/a"]',
      "values.output",
      "values.timeout",
      "values.no_input",
    ]);
    expect(JSON.stringify(problems)).not.toContain("s3 cret");
  });
});
