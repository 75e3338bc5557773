import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overlappingZip, plainTar, tarOf, zip, zipOfZeros, zstd, zstdTar } from "../../archive/support/archives.ts";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { jsonError, runHere } from "../../support/cli/run-cli.ts";
import type { Answer, TestService } from "../../support/service/service.ts";

let service: TestService;
let session: string;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "browserctl-damaged-"));
  service = await startServiceWithFakeBrowser();
  session = (await service.create({ timeout_seconds: 3600 })).session_id;
});
afterAll(async () => {
  rmSync(dir, { recursive: true });
  const errors = service.log.filter((line) => line.includes(" error in "));
  await service.stop();
  expect(errors).toEqual([]);
});

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ 1;
  return copy;
};

const zips: [string, () => Buffer][] = [
  ["entries that share their bytes", () => overlappingZip(150, 10 * 2 ** 20)],
  ["entries of zeros that are small each and large together", () => zipOfZeros(30, 2 ** 20)],
  ["a flipped bit in its data", () => flipped(zip(), zip().indexOf("sub/a") + 10)],
  ["bytes after its end", () => Buffer.concat([zip(), Buffer.from("more")])],
  ["no end", () => zip().subarray(0, -10)],
];

const profiles: [string, () => Buffer][] = [
  ["a size that is text", () => tarOf({ name: "a", data: "x", size: "NaN\0" })],
  ["a negative size", () => zstd(tarOf({ name: "a", data: "x", size: Buffer.alloc(12, 0xff) }))],
  ["a pax header of 1 GiB", () => zstd(tarOf({ name: "p", type: "x", size: "10000000000\0" }))],
  ["a GNU name of 1 GiB", () => tarOf({ name: "l", type: "L", size: "10000000000\0" })],
  ["bytes after its tar end", () => Buffer.concat([plainTar(), Buffer.from("more")])],
  ["bytes after its zstd end", () => Buffer.concat([zstdTar(), Buffer.from("more")])],
  ["a flipped bit in its zstd data", () => flipped(zstdTar(), 40)],
  ["half of its zstd data", () => zstdTar().subarray(0, 60)],
];

function form(parts: Record<string, string | Buffer>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    made.append(name, typeof value === "string" ? value : new File([new Uint8Array(value)], "a.zip"));
  }
  return made;
}

function isRefused(answer: Answer, field: string): void {
  expect([answer.status, answer.body.code], answer.text).toEqual([400, "bad_request"]);
  expect(answer.body.details[0].message.startsWith(`${field}: `), answer.text).toBe(true);
}

describe.each(zips)("a zip archive with %s", (_what, bytes) => {
  test("a damaged zip archive is refused as files, as an extension and as an app, and nothing is left of it", async () => {
    const data = bytes();
    const files = form({ dest_path: "/tmp/unpacked", zip_file: data });
    isRefused(await service.api("POST", `/browsers/${session}/fs/upload_zip`, { form: files }), "zip_file");
    const extension = form({ "extensions.name": "e", "extensions.zip_file": data });
    isRefused(
      await service.api("POST", `/browsers/${session}/extensions`, { form: extension }),
      "extensions[0].zip_file",
    );
    isRefused(await service.api("POST", "/extensions", { form: form({ name: "e", file: data }) }), "file");
    const app = form({ file: data, entrypoint_rel_path: "a.ts" });
    isRefused(await service.api("POST", "/deployments", { form: app }), "file");
    expect((await service.api("GET", `/browsers/${session}/fs/list_files?path=/tmp`)).body).toEqual([]);
  });
});

describe.each(profiles)("a profile with %s", (_what, bytes) => {
  test("a damaged profile is refused by the service, and there is no profile", async () => {
    const answer = await service.api("POST", "/_local/profiles/import?name=damaged", {
      bytes: new Uint8Array(bytes()),
    });
    isRefused(answer, "body");
    expect((await service.api("GET", "/profiles/damaged")).status).toBe(404);
  });

  test("a damaged profile ends the client with exit 10", async () => {
    const path = join(dir, "profile");
    writeFileSync(path, bytes());
    const result = await runHere(["profiles", "inspect", path, "-o", "json"]);
    expect([result.code, result.stdout]).toEqual([10, ""]);
    expect(jsonError(result).code).toMatch(/^(damaged|not_an_archive)$/);
  });
});
