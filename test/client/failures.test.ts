import { expect, test } from "vitest";
import { networkFailure, statusError } from "../../src/client/failures.ts";
import { ConnectionError } from "../../src/client/http/connection-error.ts";

const url = new URL("http://api.test/browsers");

test.each([
  ["CONNECT_TIMEOUT", "timeout", "no connection in time", true],
  ["HEADERS_TIMEOUT", "timeout", "no response in time", false],
  ["BODY_TIMEOUT", "timeout", "the response stopped in the middle", false],
  ["SOCKET_CLOSED", "unreachable", "the connection was closed before a response arrived", false],
  ["STALE_CONNECTION", "unreachable", "the connection was closed before a response arrived", false],
  ["UNEXPECTED_UPGRADE", "unreachable", "the server switched to another protocol", false],
  ["PROXY_AUTHENTICATION", "unreachable", "the proxy requires credentials", true],
] as const)("%s is %s: %s; repeating it is safe: %s", (code, exit, reason, beforeConnection) => {
  // As it arrives: ofetch wraps it.
  const cause = new Error("wrapped", { cause: new ConnectionError(code) });
  const failure = networkFailure(cause, url, undefined);
  expect(failure).toMatchObject({
    error: { exit, message: `cannot reach http://api.test: ${reason}` },
    beforeConnection,
  });
});

test.each([
  ["ECONNREFUSED", "connection refused", true],
  ["ECONNRESET", "the connection was reset", false],
  ["EPIPE", "the connection was closed while sending", false],
  ["HPE_INVALID_CONSTANT", "the response is not HTTP", false],
  ["ERR_PROXY_TUNNEL", "the proxy made no tunnel to the host", true],
] as const)("Node's %s is exit 5: %s; repeating it is safe: %s", (code, reason, beforeConnection) => {
  const failure = networkFailure(Object.assign(new Error("x"), { code }), url, undefined);
  expect(failure).toMatchObject({
    error: { exit: "unreachable", message: `cannot reach http://api.test: ${reason}` },
    beforeConnection,
  });
});

test("a project that was not found is named with its source, where the request named one", () => {
  const body = { code: "project_not_found", message: "the project of the request was not found or is not active" };
  const from = { tokenFrom: "BROWSERCTL_TOKEN", projectFrom: "--project" };
  expect(statusError(404, body, "", {}, { ...from, project: "shop" }).options.extra).toEqual({
    project: "shop",
    project_from: "--project",
  });
  expect(statusError(404, body, "", {}, from).options.extra).toBeUndefined();
});
