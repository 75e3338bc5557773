import { expect, test } from "vitest";
import { isLoopback } from "../../src/core/hosts.ts";

test.each([
  "http://localhost:1",
  "http://LOCALHOST",
  "http://127.0.0.1",
  "http://127.9.8.7:1",
  "http://2130706433",
  "https://[::1]",
  "http://[0:0:0:0:0:0:0:1]",
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:7fff:1]",
])("%s is a loopback address", (url) => {
  expect(isLoopback(new URL(url))).toBe(true);
});

test.each([
  "http://0.0.0.0",
  "http://128.0.0.1",
  "http://192.168.0.1",
  "http://a.localhost",
  "http://localhost.a.example",
  "http://127.0.0.1.a.example",
  "http://[::]",
  "http://[::2]",
  "http://[::127.0.0.1]",
  "http://[::ffff:7f:1]",
  "http://[::ffff:192.168.0.1]",
])("%s is not a loopback address", (url) => {
  expect(isLoopback(new URL(url))).toBe(false);
});
