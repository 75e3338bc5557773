import { readdir, rm, stat, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cookieSite,
  ExtensionSessions,
  extension,
  form,
  refusedExtension,
} from "../../support/service/marker-extension.ts";
import { type Answer, startService, type TestService, tempDir } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";

let service: TestService;
let site: Server;
let url: string;
let at: ExtensionSessions;
beforeAll(async () => {
  ({ site, url } = await cookieSite());
  service = await startService();
  at = new ExtensionSessions(service, url);
});
afterAll(async () => {
  site.close();
  await service.stop();
});
const upload = (name: string | undefined, file = extension(), to = service): Promise<Answer> =>
  to.api("POST", "/extensions", {
    form: form(["file", file], ...(name === undefined ? [] : [["name", name] as [string, string]])),
  });
const names = async (query = ""): Promise<string[]> =>
  (await service.api("GET", `/extensions${query}`)).body.map((each: { name: string }) => each.name);
const archives = (of = service): Promise<string[]> => readdir(join(of.stateDir, "extensions"));

describe("stored extensions", () => {
  test("stored extensions are uploaded, found, downloaded, loaded by new sessions and deleted", async () => {
    const file = extension("stored");
    const { body, status } = await service.api("POST", "/extensions", { form: form(["file", file], ["name", "mark"]) });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "mark",
      size_bytes: file.size,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const unnamed = await service.api("POST", "/extensions", { form: form(["file", extension("u")]) });
    expect(unnamed.body.name).toBeUndefined();
    expect((await service.api("GET", "/extensions?query=MAR")).body).toEqual([body]);
    expect((await service.api("GET", "/extensions")).body).toHaveLength(2);
    expect((await service.api("GET", "/extensions/mark/metadata")).body).toEqual(body);
    const download = await service.api("GET", `/extensions/${body.id}`);
    expect(download.bytes.equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
    expect(download.headers.get("content-disposition")).toBe('attachment; filename="mark.zip"');
    expect(download.headers.get("etag")).toBe(`"${body.checksum}"`);
    const id = await at.new({ extensions: [{ name: "mark" }, { id: unnamed.body.id }] });
    expect(await at.marked(id, "stored")).toBe("1");
    expect(await at.loaded(id)).toEqual(["mark", unnamed.body.id]);
    expect((await service.api("GET", "/extensions/mark/metadata")).body.last_used_at).toEqual(expect.any(String));
    expect((await service.api("DELETE", "/extensions/mark")).status).toBe(204);
    expect(await at.marked(id, "stored")).toBe("2");
    await at.end(id);
    await service.api("DELETE", `/extensions/${unnamed.body.id}`);
    for (const [method, path] of [
      ["GET", "/extensions/mark"],
      ["GET", "/extensions/mark/metadata"],
      ["DELETE", "/extensions/mark"],
    ] as const) {
      const answer = await service.api(method, path);
      expect([answer.status, answer.body.message]).toEqual([404, 'there is no extension "mark"']);
    }
  });

  test("stored extensions are listed newest first, page by page, by exact name or a part of it, whatever the case", async () => {
    const listed = ["List-A", "list-b", "other-list"];
    for (const name of listed) expect((await upload(name)).status).toBe(201);
    expect(await names()).toEqual([...listed].reverse());
    const first = await service.api("GET", "/extensions?limit=2");
    expect([first.body.length, first.headers.get("x-has-more"), first.headers.get("x-next-offset")]).toEqual([
      2,
      "true",
      "2",
    ]);
    expect(await names("?limit=2&offset=2")).toEqual(["List-A"]);
    expect(await names("?query=LIST-")).toEqual(["list-b", "List-A"]);
    expect(await names("?name=list-a")).toEqual(["List-A"]);
    expect(await names("?name=list")).toEqual([]);
    for (const name of listed) expect((await service.api("DELETE", `/extensions/${name}`)).status).toBe(204);
  });

  test("stored extensions are downloaded from the point where a download stopped", async () => {
    const { checksum, size_bytes } = (await upload("part")).body;
    const whole = (await service.api("GET", "/extensions/part")).bytes;
    const get = (headers: Record<string, string>): Promise<Answer> =>
      service.api("GET", "/extensions/part", { headers });
    const rest = await get({ Range: "bytes=100-", "If-Range": `"${checksum}"` });
    expect([rest.status, rest.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-${size_bytes - 1}/${size_bytes}`,
    ]);
    expect(rest.bytes.equals(whole.subarray(100))).toBe(true);
    const other = await get({ Range: "bytes=100-", "If-Range": '"another"' });
    expect([other.status, other.bytes.length]).toEqual([200, size_bytes]);
    expect((await get({ Range: `bytes=${size_bytes}-` })).status).toBe(416);
    await service.api("DELETE", "/extensions/part");
  });

  test("refused extensions leave nothing", async () => {
    const before = await archives();
    await upload("once");
    const taken = await upload("once");
    expect([taken.status, taken.body.code]).toEqual([409, "conflict"]);
    const bad = await upload(undefined, extension("x", { version: "a" }));
    expect(bad.body.details[0].message).toMatch(/^file: manifest\.json: version: must be 1 to 4 numbers/);
    const old = await upload(undefined, extension("x", { manifest_version: 2 }));
    expect([old.status, old.body.details[0].message]).toEqual([400, expect.stringContaining("manifest_version: is 2")]);
    const text = await upload(undefined, new File(["text"], "x.zip"));
    expect(text.body.details[0].message).toMatch(/^file: it is not a zip archive/);
    const policy = await upload(undefined, extension("x", { permissions: ["webRequestBlocking"] }));
    expect([policy.status, policy.body.details[0].message]).toEqual([
      501,
      expect.stringMatching(/^file: asks for "webRequestBlocking"/),
    ]);
    const missing = await service.api("POST", "/extensions", { form: form(["name", "x"]) });
    expect(missing.body.details[0].message).toBe("file: is missing");
    await service.api("DELETE", "/extensions/once");
    expect(await archives()).toEqual(before);
  });

  test("one of several concurrent extensions with the same name wins", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload("race")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const { body } = await service.api("GET", "/extensions/race/metadata");
    expect(await archives()).toEqual([`${body.id}.zip`]);
    expect((await stat(join(service.stateDir, "extensions", `${body.id}.zip`))).mode & 0o777).toBe(0o600);
    await service.api("DELETE", "/extensions/race");
    expect(await archives()).toEqual([]);
  });

  test.each([
    [[{ name: "none" }], 'extensions[0].name: there is no extension "none"'],
    [[{ id: "none" }], 'extensions[0].id: there is no extension "none"'],
    [[{ name: "n", id: "i" }], "extensions[0]: must have exactly one of id, name"],
    [[{}], "extensions[0]: must have exactly one of id, name"],
    [[{ name: "given" }, { name: "given" }], 'extensions[1].name: "given" is given twice'],
  ])("a session with %j is refused", async (extensions, message) => {
    await upload("given");
    const answer = await service.api("POST", "/browsers", { json: { extensions } });
    expect([answer.status, answer.body.details[0].message]).toEqual([400, message]);
    await service.api("DELETE", "/extensions/given");
  });

  test("a stored extension that the browser refuses prevents the start of a session", async () => {
    const { id } = (await upload("bad", refusedExtension())).body;
    const answer = await service.api("POST", "/browsers", { json: { extensions: [{ id }] } });
    expect([answer.status, answer.body.details?.[0].message], answer.text).toEqual([
      400,
      expect.stringMatching(/^extensions\[0\]: .*none\.js/),
    ]);
    expect(await readdir(join(service.stateDir, "sessions"))).toEqual([]);
    await service.api("DELETE", "/extensions/bad");
  });

  test("a stored extension that is deleted before its session starts is an unknown reference", async () => {
    await upload("gone");
    service.faults.inject("chromium-start", { delayMs: 500, times: 1 });
    const creating = service.api("POST", "/browsers", { json: { extensions: [{ name: "gone" }] } });
    await until(
      () => service.faults.isArmed("chromium-start"),
      (armed) => !armed,
    );
    await service.api("DELETE", "/extensions/gone");
    const answer = await creating;
    expect([answer.status, answer.body.details?.[0].message], answer.text).toEqual([
      400,
      "extensions[0]: there is no such extension any more",
    ]);
  });
});

test("a restart of the service keeps stored extensions, and removes the remains of a crash", async () => {
  const stateDir = await tempDir();
  const first = await startService({ stateDir, keepDir: true });
  const kept = (await upload("kept", extension(), first)).body;
  const lost = (await upload("lost", extension(), first)).body;
  await first.stop();
  await rm(join(stateDir, "extensions", `${lost.id}.zip`));
  await writeFile(join(stateDir, "extensions", "nobodys.zip"), "x");
  const second = await startService({ stateDir });
  try {
    expect((await second.api("GET", "/extensions")).body).toEqual([kept]);
    expect(await archives(second)).toEqual([`${kept.id}.zip`]);
    expect(second.log.some((line) => line.includes(`the archive of extension ${lost.id} is missing`))).toBe(true);
    const its = new ExtensionSessions(second, url);
    const id = await its.new({ extensions: [{ name: "kept" }] });
    expect(await its.marked(id)).toBe("1");
  } finally {
    await second.stop();
  }
});
