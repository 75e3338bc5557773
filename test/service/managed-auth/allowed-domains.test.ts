import { describe, expect, test } from "vitest";
import { mayEnterCredentials, readAllowedDomains } from "../../../src/service/managed-auth/allowed-domains.ts";

describe("readAllowedDomains", () => {
  test("drops leading www. and *. labels, lowers the case and keeps each domain once", () => {
    const given = [
      "www.Example.com",
      "*.example.com",
      "*.www.login.example.org.",
      "bücher.example",
      "localhost",
      "127.0.0.1",
    ];
    expect(readAllowedDomains(given)).toEqual({
      domains: ["example.com", "login.example.org", "xn--bcher-kva.example", "localhost", "127.0.0.1"],
      problems: [],
    });
  });

  test.each(["https://example.com", "example.com:8443", "example.com/login"])("names the host in %j", (text) => {
    expect(readAllowedDomains(["example.org", text])).toEqual({
      domains: ["example.org"],
      problems: [
        {
          path: "allowed_domains[1]",
          message: 'must be the host name "example.com" alone, without scheme, user, port and path',
        },
      ],
    });
  });

  test.each(["a b.example", "*.", "www.", "-a.example"])("refuses %j, which is no host name", (text) => {
    const { domains, problems } = readAllowedDomains([text]);
    expect(domains).toEqual([]);
    expect(problems[0]?.message).toMatch(/^must be a host name such as shop\.example\.com, not "/);
  });

  test.each(["com", "co.uk", "*.co.uk", "github.io"])("refuses %j, a public suffix", (text) => {
    const { domains, problems } = readAllowedDomains([text]);
    expect(domains).toEqual([]);
    expect(problems[0]?.message).toContain("is a public suffix");
  });
});

describe("mayEnterCredentials", () => {
  const rules = { domain: "www.shop.example.com", allowedDomains: ["example.org"] };

  test.each([
    ["https://shop.example.com", true],
    ["https://www.shop.example.com:8443", true],
    ["https://login.shop.example.com", true],
    ["https://example.org", true],
    ["https://a.b.example.org", true],
    ["https://example.com", false],
    ["https://notexample.org", false],
    ["https://example.org.evil.test", false],
    ["null", false],
    ["about:blank", false],
  ])("a listed domain allows itself and its subdomains: %s is %s", (origin, expected) => {
    expect(mayEnterCredentials(rules, origin)).toBe(expected);
  });

  test.each([
    ["https://accounts.google.com", true],
    ["https://tenant.okta.com", true],
    ["https://tenant.eu.auth0.com", true],
    ["https://okta.com", false],
    ["https://mail.google.com", false],
    ["https://evil-okta.com", false],
    ["https://gist.github.com", false],
  ])("identity providers need not be listed: %s is %s", (origin, expected) => {
    expect(mayEnterCredentials(rules, origin)).toBe(expected);
  });

  test("any host is allowed without a list", () => {
    expect(mayEnterCredentials({ domain: "example.com", allowedDomains: [] }, "https://elsewhere.test")).toBe(true);
  });

  test.each<[string, string | undefined, string, boolean]>([
    ["https://example.com/login", undefined, "http://example.com", false],
    ["https://example.com/login", undefined, "ws://example.com", false],
    ["https://example.com/login", undefined, "wss://example.com", true],
    ["https://example.com/login", undefined, "http://localhost:8080", true],
    ["https://example.com/login", undefined, "http://127.9.9.9", true],
    ["https://example.com/login", undefined, "http://[::1]:8080", true],
    ["https://example.com/login", undefined, "http://localhost.example.com", false],
    ["http://example.com/login", undefined, "http://example.com", true],
    ["http://example.com/login", "https://example.com/form", "http://example.com", false],
    ["http://example.com/login", "http://example.com/form", "https://example.com", true],
  ])("a login that begins at %s and a frame at %s: %s is %s", (startUrl, from, address, expected) => {
    for (const allowedDomains of [[], ["example.com", "localhost", "127.9.9.9", "[::1]"]]) {
      const rules = { domain: "example.com", allowedDomains, startUrl };
      expect(mayEnterCredentials(rules, address, from)).toBe(expected);
    }
  });
});
