import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { specs } from "../../src/conformance/declarations.ts";
import { startServiceWithFakeBrowser } from "../support/browser/fake-browser.ts";
import { apiAs, createKey } from "../support/service/api-keys.ts";
import { startService, type TestService, tempDir, withoutContainers } from "../support/service/service.ts";

async function ended(service: TestService): Promise<TestService> {
  onTestFinished(() => service.stop());
  return service;
}

/** Calls with a key of the organization, and with one of a project. */
async function callers(service: TestService) {
  const { id } = (await service.api("POST", "/org/projects", { json: { name: "shop" } })).body;
  const { key } = await createKey(service, { project_id: id });
  return { whole: service.api, narrow: apiAs(service, key) };
}

/** Names of a value's members, nested ones as `outer.inner`. */
function membersOf(value: object): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === "object" && inner !== null ? membersOf(inner).map((each) => `${name}.${each}`) : [name],
  );
}

test("a key of one project gets the status, a session and its processes without facts of the machine", async () => {
  const service = await ended(await startServiceWithFakeBrowser({ env: withoutContainers }));
  const { whole, narrow } = await callers(service);
  const { session_id } = (await narrow("POST", "/browsers", { json: {} })).body;
  await narrow("POST", `/browsers/${session_id}/process/spawn`, { json: { command: process.execPath, args: ["-v"] } });
  const left = async (path: string): Promise<string[]> => {
    const [all, seen] = [
      await whole("GET", path, { headers: { "X-Kernel-Project": "shop" } }),
      await narrow("GET", path),
    ];
    const shown = membersOf(seen.body);
    return membersOf(all.body).filter((name) => !shown.includes(name));
  };
  expect(await left("/_local/status")).toEqual([
    "pid",
    "state_dir",
    "browser.path",
    "browser.confined_reason",
    "container.reason",
    "screen.reason",
    "memory_bytes",
  ]);
  expect(await left(`/_local/browsers/${session_id}`)).toEqual(["pid", "screen.reason", "root"]);
  expect(await left(`/_local/browsers/${session_id}/processes`)).toEqual(["0.pid"]);
});

test("only JSON answers have members for keys of the organization, and none of them is required", () => {
  const marked = specs.filter((spec) => JSON.stringify(spec.response).includes('"x-needs"'));
  expect(marked.map(({ id }) => id)).toEqual(["local.status", "local.browser", "local.processes"]);
  for (const { id, response } of marked) {
    expect(response.kind).toBe("json");
    expect(requiredMarks(response), id).toEqual([]);
  }
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Required members of a schema that are marked, at any depth. */
function requiredMarks(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, required = [] } = schema as Schema;
  const own = required.filter((name) => "x-needs" in (properties[name] ?? {}));
  return [...own, ...Object.values(schema).flatMap(requiredMarks)];
}

test("a browser that does not start is reported with its program and output only to a key of the organization", async () => {
  const directory = await tempDir();
  const browser = join(directory, "browser");
  const script = `[ "$1" = --version ] && echo Chromium 156.0.0.0 || { echo no display in ${directory} >&2; exit 1; }`;
  await writeFile(browser, `#!/bin/sh\n${script}\n`);
  await chmod(browser, 0o755);
  const { whole, narrow } = await callers(await ended(await startService({ browser })));
  const create = async (send: typeof narrow): Promise<string> =>
    (await send("POST", "/browsers", { json: {} })).body.message;
  expect(await create(whole)).toContain(`no display in ${directory}`);
  expect(await create(narrow)).toBe("the browser did not start: Chromium ended before it was ready");
  await rm(directory, { recursive: true });
  expect(await create(whole)).toContain(browser);
  expect(await create(narrow)).toBe("the browser did not start: its program is missing; run `browserctl local setup`");
});
