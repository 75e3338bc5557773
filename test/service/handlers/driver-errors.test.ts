import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CurrentKeyError } from "../../../src/service/access/api-keys.ts";
import { AppError, type AppErrorKind } from "../../../src/service/apps/app-errors.ts";
import { ChaosError } from "../../../src/service/chaos.ts";
import { BrowserError, type BrowserErrorKind, NetworkError } from "../../../src/service/chromium/browser-error.ts";
import { CdpClosedError } from "../../../src/service/chromium/cdp.ts";
import { ChromiumStartError } from "../../../src/service/chromium/launch.ts";
import { DiskFullError } from "../../../src/service/disk-full.ts";
import { reasonOf } from "../../../src/service/driver-error.ts";
import { FileError, type FileErrorKind, pathExists } from "../../../src/service/files/file-errors.ts";
import { driverAnswer } from "../../../src/service/handlers/driver-errors.ts";
import { errorAnswer } from "../../../src/service/http/error-answer.ts";
import { InputError, type InputErrorKind } from "../../../src/service/input/input-error.ts";
import {
  containerFailed,
  notRunning,
  ProcessError,
  type ProcessErrorKind,
} from "../../../src/service/processes/process-errors.ts";
import { ProfileError, type ProfileErrorKind } from "../../../src/service/profiles/profile-errors.ts";
import { ProjectError, type ProjectErrorKind } from "../../../src/service/projects/project-errors.ts";
import {
  nameTaken,
  SessionError,
  type SessionErrorKind,
  startFailure,
} from "../../../src/service/sessions/session-errors.ts";
import { ResourceError, type ResourceErrorKind } from "../../../src/service/store/resource-error.ts";
import { InactiveProjectError } from "../../../src/service/store/rows.ts";
import { UniqueError } from "../../../src/service/store/unique-error.ts";

/** Status, code and `x-should-retry` of an error as a client gets it. */
function answer(error: unknown): unknown[] {
  const { status, body, headers } = errorAnswer(driverAnswer(error) ?? error);
  return [status, body.code, headers["x-should-retry"]];
}

test.for<[BrowserErrorKind, number, string, string?]>([
  ["invalid", 400, "bad_request"],
  ["clipboard-not-responding", 504, "clipboard_not_responding"],
  ["dialog-open", 409, "dialog_open", "false"],
  ["input-not-answered", 504, "page_not_responding", "false"],
  ["page-closed", 409, "page_closed", "false"],
  ["page-crashed", 409, "page_crashed", "false"],
  ["page-not-responding", 504, "page_not_responding"],
  ["picker-open", 409, "picker_open", "false"],
  ["response-too-large", 502, "response_too_large", "false"],
])("the browser's error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new BrowserError(kind, "message"))).toEqual([status, code, retry]);
});

test.for<[InputErrorKind, number, string, string?]>([
  ["invalid", 400, "bad_request"],
  ["input-busy", 409, "input_busy"],
])("the input error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new InputError(kind, "message"))).toEqual([status, code, retry]);
});

test.for<[FileErrorKind, number, string, string?]>([
  ["invalid", 400, "bad_request"],
  ["exists", 409, "conflict", "false"],
  ["not-found", 404, "not_found"],
  ["too-many-watches", 429, "too_many_watches", "false"],
  ["unsupported", 501, "not_supported_locally", "false"],
])("the file error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new FileError(kind, "message"))).toEqual([status, code, retry]);
});

test.for<[ProcessErrorKind, number, string, string?]>([
  ["invalid", 400, "bad_request"],
  ["command-not-executable", 400, "command_not_executable"],
  ["command-not-found", 400, "command_not_found"],
  ["command-too-long", 400, "command_too_long"],
  ["container-failed", 500, "container_failed", "false"],
  ["directory-not-found", 400, "cwd_not_found"],
  ["ended", 404, "process_not_running"],
  ["no-terminal", 400, "no_terminal"],
  ["not-found", 404, "process_not_found"],
  ["stdin-closed", 409, "stdin_closed", "false"],
  ["stdin-stalled", 504, "stdin_stalled", "false"],
  ["too-many-processes", 429, "too_many_processes", "false"],
  ["unsupported", 501, "not_supported_locally", "false"],
])("the process error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new ProcessError(kind, "message"))).toEqual([status, code, retry]);
});

test.for<[SessionErrorKind, number, string, string?]>([
  ["browser-not-started", 503, "browser_start_failed", "false"],
  ["browser-restarted", 409, "browser_restarted", "false"],
  ["ended", 404, "browser_deleted"],
  ["name-taken", 409, "conflict", "false"],
  ["not-enough-memory", 503, "not_enough_memory", "false"],
  ["not-found", 404, "not_found"],
  ["shutting-down", 503, "shutting_down"],
  ["wrong-token", 401, "unauthorized"],
])("the session error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new SessionError(kind, "message"))).toEqual([status, code, retry]);
});

test.for<[ResourceErrorKind, number, string, string?]>([
  ["conflict", 409, "conflict", "false"],
  ["forbidden", 403, "forbidden"],
  ["in-use", 409, "resource_in_use", "false"],
  ["invalid", 400, "bad_request"],
  ["not-found", 404, "not_found"],
  ["unsupported", 501, "not_supported_locally", "false"],
])("the resource error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new ResourceError(kind, "message"))).toEqual([status, code, retry]);
});

test("a conflict and an unsupported field of a resource have details of their own codes", () => {
  const codes = (["conflict", "unsupported", "invalid"] as const).map((kind) => {
    const error = new ResourceError(kind, "message", { problems: [{ path: "name", message: "is given" }] });
    return errorAnswer(driverAnswer(error)).body["details"];
  });
  expect(codes).toEqual(
    ["conflict", "not_supported_locally", "invalid_input"].map((code) => [{ code, message: "name: is given" }]),
  );
});

test.for<[ProjectErrorKind, number, string, string?]>([
  ["disabled", 404, "projects_disabled"],
  ["last-active", 409, "last_active_project", "false"],
  ["limit-reached", 429, "project_limit_reached", "false"],
  ["not-empty", 409, "project_not_empty", "false"],
])("the project error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new ProjectError(kind, "message"))).toEqual([status, code, retry]);
});

test("deleting the key of the request and a project that is not active have codes of their own", () => {
  expect(answer(new CurrentKeyError("message"))).toEqual([400, "cannot_delete_current_key", undefined]);
  expect(answer(new InactiveProjectError())).toEqual([404, "project_not_found", undefined]);
});

test.for<[ProfileErrorKind, number, string, string?]>([
  ["damaged", 500, "profile_damaged", "false"],
  ["not-saved", 500, "profile_not_saved", "false"],
  ["too-large", 413, "payload_too_large"],
])("the profile error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new ProfileError(kind, "message"))).toEqual([status, code, retry]);
});

test.for<[AppErrorKind, number, string, string?]>([
  ["shutting-down", 503, "shutting_down"],
  ["too-many-invocations", 429, "too_many_invocations"],
])("the app error %s is %i %s", ([kind, status, code, retry]) => {
  expect(answer(new AppError(kind, "message"))).toEqual([status, code, retry]);
});

test("a full queue of invocations has Retry-After", () => {
  const error = driverAnswer(new AppError("too-many-invocations", "message"));
  expect(errorAnswer(error).headers).toEqual({ "retry-after": "10" });
});

test("every class of driver errors that declares no answer itself has one", async () => {
  const service = join(import.meta.dirname, "../../../src/service");
  const answers = await readFile(join(service, "handlers/driver-errors.ts"), "utf8");
  const classes: string[] = [];
  for (const name of await readdir(service, { recursive: true })) {
    if (!name.endsWith(".ts")) continue;
    const text = await readFile(join(service, name), "utf8");
    for (const [, error = ""] of text.matchAll(/class (\w+)(?:<[^{]*>)? extends DriverError\b/g)) classes.push(error);
  }
  expect(classes).toContain("FileError");
  expect(classes.filter((name) => !answers.includes(`error instanceof ${name})`))).toEqual([]);
});

test("a taken name is a conflict of its field, and names its holder", () => {
  expect(errorAnswer(driverAnswer(nameTaken("shop", "id1"))).body).toEqual({
    code: "conflict",
    message: 'name: the active session "id1" already has the name "shop"',
    details: [{ code: "conflict", message: "name: is in use" }],
  });
});

test("a process that has ended is answered with its exit code and the bytes it took", () => {
  expect(errorAnswer(driverAnswer(notRunning("p1", 3, 10))).body["details"]).toEqual([
    { code: "exit_code", message: "exit code 3" },
    { code: "written_bytes", message: "10" },
  ]);
  expect(errorAnswer(driverAnswer(notRunning("p1", 3))).body["details"]).toEqual([
    { code: "exit_code", message: "exit code 3" },
  ]);
});

test("a destination that exists and a field without effect have details of their own codes", () => {
  expect(errorAnswer(driverAnswer(pathExists({ field: "dest_path", path: "/tmp/a" }))).body).toEqual({
    code: "conflict",
    message: 'dest_path: "/tmp/a" already exists',
    details: [{ code: "conflict", message: 'dest_path: "/tmp/a" already exists' }],
  });
  const owner = new FileError("unsupported", "message", { problems: [{ path: "owner", message: "is another" }] });
  expect(errorAnswer(driverAnswer(owner)).body["details"]).toEqual([
    { code: "not_supported_locally", message: "owner: is another" },
  ]);
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

test("an error with other words has the same class, facts and cause, and does not change the first", () => {
  const first = new NetworkError("https://target.example", "net::ERR_CONNECTION_RESET", undefined, { cause: "why" });
  const { message } = first;
  const second = first.reworded("other", [{ path: "url", message: "is down" }]);
  expect(second).toBeInstanceOf(NetworkError);
  expect(second).toMatchObject({ kind: "network", cause: "why", stack: expect.stringContaining("other") });
  expect(errorAnswer(driverAnswer(second)).body).toMatchObject({
    message: "other",
    net_error: -101,
    details: [{ message: "url: is down" }],
  });
  expect([first.message, first.problems]).toEqual([message, []]);
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

test("a full disk is 500 disk_full, a browser that ends under a request 404 browser_deleted, an injected error 503", () => {
  expect(answer(new DiskFullError("/state"))).toEqual([500, "disk_full", "false"]);
  expect(answer(new CdpClosedError())).toEqual([404, "browser_deleted", undefined]);
  expect(answer(new ChaosError())).toEqual([503, "chaos_error", undefined]);
});

test("only an answer to a key of the organization has facts of the machine", () => {
  const errors = [
    new DiskFullError("/state"),
    containerFailed("bwrap: no such file /state"),
    startFailure(new ChromiumStartError("missing", '"/state/chromium" does not exist')),
  ];
  for (const error of errors) {
    expect(errorAnswer(driverAnswer(error)).body["message"]).not.toContain("/state");
    expect(errorAnswer(driverAnswer(error), { ofOrganization: true }).body["message"]).toContain("/state");
  }
});

test("the reason of a system error has no path, in records and other messages", async () => {
  const error = await readFile("/state/nowhere").catch((reason: unknown) => reason);
  expect(reasonOf(error)).toBe("no such file or directory");
  expect(reasonOf(new Error("its own words"))).toBe("its own words");
});

test("any other error stays unchanged: our own failure", () => {
  expect(driverAnswer(new Error("x"))).toBeUndefined();
  expect(answer(new Error("x"))).toEqual([500, "internal_error", undefined]);
});

test("a value that another row has is 409 with the field and the holder", () => {
  const error = new UniqueError({ noun: "profile", columns: ["name"], values: ["shop"], holder: "p1" });
  expect(answer(error)).toEqual([409, "conflict", "false"]);
  expect(driverAnswer(error)).toMatchObject({
    message: 'name: the profile "p1" already has the name "shop"',
    options: { details: [{ code: "conflict", message: "name: is in use" }] },
  });
});
