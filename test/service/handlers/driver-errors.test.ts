import { expect, test } from "vitest";
import { BrowserError, type BrowserErrorKind, NetworkError } from "../../../src/service/chromium/browser-error.ts";
import { CdpClosedError } from "../../../src/service/chromium/cdp.ts";
import { DiskFullError } from "../../../src/service/disk-full.ts";
import { driverAnswer } from "../../../src/service/handlers/driver-errors.ts";
import { errorAnswer } from "../../../src/service/http/error-answer.ts";

/** Status, code and `x-should-retry` of an error as a client gets it. */
function answer(error: unknown): unknown[] {
  const { status, body, headers } = errorAnswer(driverAnswer(error) ?? error);
  return [status, body.code, headers["x-should-retry"]];
}

test.for<[BrowserErrorKind, number, string, string?]>([
  ["invalid", 400, "bad_request"],
  ["clipboard-not-responding", 504, "clipboard_not_responding"],
  ["dialog-open", 409, "dialog_open", "false"],
  ["input-busy", 409, "input_busy"],
  ["input-not-answered", 504, "page_not_responding", "false"],
  ["page-closed", 409, "page_closed", "false"],
  ["page-crashed", 409, "page_crashed", "false"],
  ["page-not-responding", 504, "page_not_responding"],
  ["response-too-large", 502, "response_too_large", "false"],
])("the browser's error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new BrowserError(kind, "message"))).toEqual([status, code, retry]);
});

test("a network error has Chromium's number and name", () => {
  const error = new NetworkError("https://user:pass@target.example/path?token=1", "net::ERR_CONNECTION_RESET");
  expect(answer(error)).toEqual([502, "network_error", "false"]);
  expect(errorAnswer(driverAnswer(error)).body).toEqual({
    code: "network_error",
    message: 'the request to "https://target.example" failed: ERR_CONNECTION_RESET',
    net_error: -101,
    net_error_name: "ERR_CONNECTION_RESET",
  });
});

test("each problem of a field is a detail that begins with the field's path", () => {
  const error = BrowserError.invalid("message", [
    { path: "x", message: "is 800" },
    { path: "actions[3]", message: "is too long" },
  ]);
  expect(errorAnswer(driverAnswer(error)).body).toEqual({
    code: "bad_request",
    message: "message",
    details: [
      { code: "invalid_input", message: "x: is 800" },
      { code: "invalid_input", message: "actions[3]: is too long" },
    ],
  });
});

test("a full disk is 500 disk_full, a browser that ends under a request 404 browser_deleted", () => {
  expect(answer(new DiskFullError("/state"))).toEqual([500, "disk_full", "false"]);
  expect(answer(new CdpClosedError())).toEqual([404, "browser_deleted", undefined]);
});

test("any other error stays what it is: our own failure", () => {
  expect(driverAnswer(new Error("x"))).toBeUndefined();
  expect(answer(new Error("x"))).toEqual([500, "internal_error", undefined]);
});
