import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ExtensionSessions, extension } from "../../../support/service/marker-extension.ts";
import type { TestService } from "../../../support/service/service.ts";
import { until } from "../../../support/until.ts";

/** Names of the directories of a session's extensions; none when the session has no directory. */
export function extensionFiles(service: TestService, id: string): Promise<string[]> {
  return readdir(join(service.stateDir, "sessions", id, "extensions")).catch(() => []);
}

/**
 * Expects each of several new extensions to mark pages. The page may be left before all but the first have counted the
 * visit.
 */
export async function expectMarks(at: ExtensionSessions, session: string, marks: readonly string[]): Promise<void> {
  for (const mark of marks) expect(Number(await at.marked(session, mark)), mark).toBeGreaterThanOrEqual(1);
}

/** Tests of an activation of two extensions in a running session, one test for each spelling of the four part names. */
export function partNamesTests(at: () => ExtensionSessions, session: () => string, spellings: string[][]): void {
  let called = 0;
  test.each(spellings)("two at once are activated as parts %s, %s, ...", async (...names) => {
    called += 1;
    const [a, b] = [`a${called}`, `b${called}`];
    const values = { name: [a, b], file: [extension(a), extension(b, {}, "b/")] };
    const parts = names.map((name): [string, string | File] => [
      name,
      (name.includes("zip_file") ? values.file.shift() : values.name.shift()) as string | File,
    ]);
    expect((await at().activate(session(), ...parts)).status).toBe(201);
    await expectMarks(at(), session(), [a, b]);
  });
}

/** Test of a session that ends while an extension has been loaded live, which works or fails. */
export function endAfterLoadingTest(
  its: () => { service: TestService; at: ExtensionSessions },
  result: "it works" | "it fails",
): void {
  test(`a session that ends after loading live is 404 (${result})`, async () => {
    const { service, at } = its();
    const id = await at.new();
    const error = result === "it fails" && { error: () => new Error("not live") };
    service.faults.inject("extension-live", { delayMs: 500, ...error, times: 1 });
    const adding = at.one(id, "late", extension("late"));
    await until(
      () => extensionFiles(service, id),
      (files) => files.includes("late"),
    );
    const waiting = at.one(id, "waiting", extension());
    await at.end(id);
    for (const answer of [await adding, await waiting]) {
      expect([answer.status, answer.body.code], answer.text).toEqual([404, "browser_deleted"]);
    }
    expect(existsSync(join(service.stateDir, "sessions", id))).toBe(false);
  });
}
