import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CliResult, jsonError, runHere, temporaryHome } from "../../support/cli/run-cli.ts";
import { apiServer } from "../../support/servers/api-server.ts";
import { nowhere } from "../../support/servers/nowhere.ts";
import { rawZip } from "../../support/zip.ts";
import { homeWith, parts, sound } from "./support/extension-homes.ts";

describe("stored extensions", () => {
  const record = { id: "abcdefghij0123456789klmn", name: "a", created_at: "2026-01-02T03:04:05Z", size_bytes: 2_048 };

  test("extensions upload sends file and name, and shows the record", async () => {
    const home = homeWith({ a: sound });
    for (const [args, name] of [
      [["a"], "a"],
      [["a", "--name", "own"], "own"],
    ] as const) {
      const server = await apiServer({ request: "POST /extensions", answer: { status: 201, json: record } });
      const result = await runHere(["extensions", "upload", ...args, "-o", "json"], { home, env: server.env });
      expect(JSON.parse(result.stdout)).toEqual(record);
      expect(server.requests[0] && parts(server.requests[0])).toEqual([`name=${name}`, "file=@a.zip"]);
    }
    const dry = await runHere(["extensions", "upload", "a", "--print", "curl"], { home, env: nowhere });
    expect(dry.stdout).toContain("--form-string name=a -F 'file=@a.zip;");
    const bad = await runHere(["extensions", "upload", ".", "-o", "json"], { home, env: nowhere });
    expect(jsonError(bad)).toMatchObject({ exit_code: 10, code: "invalid_extension" });
  });
  test("extensions list and get show records, and delete asks with the context's name", async () => {
    const server = await apiServer(
      { request: "GET /extensions?query=a", answer: { json: [record] } },
      { request: "GET /extensions/a/metadata", answer: { json: record }, times: 2 },
      { request: "DELETE /extensions/a", answer: { status: 204 } },
    );
    const run = (...args: string[]): Promise<CliResult> => runHere(["extensions", ...args], { env: server.env });
    expect((await run("list", "--search", "a")).stdout).toBe(`${record.id}\ta\t2048\t${record.created_at}\t\n`);
    expect((await run("get", "a", "--query", "size_bytes")).stdout).toBe("2048\n");
    expect((await run("delete", "a")).stderr).toContain(
      `Confirmation needed: delete extension a (${record.id})? Add --yes.`,
    );
    expect((await run("delete", "a", "--yes")).stderr).toBe("Deleted extension a.\n");
  });
});

test("extensions download-web-store saves under the name of its address, or where --out says", async () => {
  const home = temporaryHome();
  const body = rawZip([{ name: "manifest.json", data: "{}" }]);
  const server = await apiServer({ request: "GET /extensions/from_chrome_store?*", answer: { body }, times: 2 });
  const address = "https://chromewebstore.google.com/detail/price-tags/jaefbcpllpekpjhpbambnepgkfadbcak";
  for (const words of [[], ["--os", "mac", "--out", "mac.zip"]]) {
    const saved = await runHere(["extensions", "download-web-store", address, ...words], { home, env: server.env });
    expect(saved.code, saved.stderr).toBe(0);
  }
  expect(readdirSync(home.dir).sort()).toEqual(["mac.zip", "price-tags.zip"]);
});

describe("extensions download", () => {
  const archive = rawZip([{ name: "manifest.json", data: "{}" }]);
  test("extensions download saves the extension's name with .zip", async () => {
    const home = temporaryHome();
    const record = { id: "e1", name: "blocker", created_at: "2026-01-02T03:04:05Z", size_bytes: archive.length };
    const steps = [
      { request: "GET /extensions/e1/metadata", answer: { json: record } },
      { request: "GET /extensions/e1", answer: { body: archive } },
    ];
    const server = await apiServer(...steps, { ...steps[1], request: "GET /extensions/e1" } as (typeof steps)[1]);
    const own = await runHere(["extensions", "download", "e1"], { home, env: server.env });
    expect([own.code, own.stderr]).toEqual([0, expect.stringMatching(/^Saved blocker\.zip \(\d+ B, SHA-256 /)]);
    const named = await runHere(["extensions", "download", "e1", "--out", "x.zip"], { home, env: server.env });
    expect(named.code).toBe(0);
    expect(readdirSync(home.dir).sort()).toEqual(["blocker.zip", "x.zip"]);
    expect(readFileSync(join(home.dir, "x.zip")).equals(archive)).toBe(true);
  });
});
