import { describe, expect, test } from "vitest";
import { CliError } from "../../src/core/errors.ts";
import { requireWebAddress, webAddress } from "../../src/core/web-address.ts";
import { hostileAddresses } from "../support/cli/desktop.ts";

describe("webAddress", () => {
  test.each([
    ["http://127.0.0.1:7333/browsers/s1/live?jwt=a-b_c", "http://127.0.0.1:7333/browsers/s1/live?jwt=a-b_c"],
    ["HTTPS://Example.COM", "https://example.com/"],
    ["https://пример.example/ü?q='x'", "https://xn--e1afmkfd.example/%C3%BC?q=%27x%27"],
    ["https://a.example\\@b.example/", "https://a.example/@b.example/"],
  ])("webAddress gives the normal form of %s", (text, address) => {
    expect(webAddress(text)).toBe(address);
  });

  test.each([...hostileAddresses, "https://", "https://a b.example/", "https://a.example/\u2028"])(
    "webAddress refuses %j",
    (text) => {
      expect(webAddress(text)).toBeUndefined();
      expect(() => requireWebAddress(text)).toThrow(CliError);
    },
  );

  test("the error for a web address shows its start, without control characters", () => {
    expect(() => requireWebAddress(`file:\u001b[2J${"x".repeat(1_000)}`)).toThrow(
      `the service named "file:␛[2J${"x".repeat(191)}…" as an address to open; only http and https addresses are opened`,
    );
  });
});
