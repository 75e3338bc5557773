import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DamagedSettingsError, readSettings } from "../../src/settings/read-settings.ts";
import { Child, temporaryDirectory } from "./support/places.ts";

function fileWith(text: string | Buffer): string {
  const path = join(temporaryDirectory(), "settings.json");
  writeFileSync(path, text);
  return path;
}

function failure(path: string): unknown {
  try {
    return readSettings(path);
  } catch (error) {
    return error;
  }
}

describe("readSettings", () => {
  it("readSettings takes a missing file for empty settings and creates nothing", () => {
    const directory = temporaryDirectory();
    expect(readSettings(join(directory, "settings.json"))).toEqual({
      version: 1,
      contexts: {},
      directories: {},
      values: {},
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each(["{}", "\ufeff{}", '{"version":1}', '{"contexts":{}}'])(
    "readSettings fills in the members that %j leaves out",
    (text) => {
      expect(readSettings(fileWith(text))).toEqual({ version: 1, contexts: {}, directories: {}, values: {} });
    },
  );

  it("readSettings keeps members that it does not know", () => {
    const text = '{"version":1,"later":[1],"contexts":{"a":{"kind":"hosted","more":2}},"values":{"else":3}}';
    expect(readSettings(fileWith(text))).toMatchObject(JSON.parse(text));
  });

  it.each([
    ["", "it is empty"],
    [" \n", "it is empty"],
    ["\0".repeat(16), "it is not valid JSON"],
    ['{"contexts":{"a":{"token":"s3cret', "it is not valid JSON"],
    ["{ token: s3cret }", "it is not valid JSON"],
    ["[]", "it is JSON, but not settings"],
    ["null", "it is JSON, but not settings"],
    ['"s3cret"', "it is JSON, but not settings"],
    ['{"contexts":[]}', "it is JSON, but not settings"],
    ['{"values":"x"}', "it is JSON, but not settings"],
  ])("readSettings reports %j as damaged and shows none of it", (text, why) => {
    const path = fileWith(text);
    const error = failure(path);
    expect(error).toBeInstanceOf(DamagedSettingsError);
    expect(error).toMatchObject({ exit: "local-file", message: `the settings file "${path}" is damaged: ${why}` });
    expect(`${(error as Error).stack}${(error as Error).cause}`).not.toContain("s3cret");
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("readSettings refuses the file of a newer version without calling it damaged", () => {
    const error = failure(fileWith('{"version":2,"contexts":[]}'.replace("[]", "{}")));
    expect(error).not.toBeInstanceOf(DamagedSettingsError);
    expect(error).toMatchObject({ exit: "local-file", message: expect.stringContaining("has version 2") });
  });

  it("readSettings names single bad values, and leaves the file unchanged", () => {
    const error = failure(fileWith('{"current":"a b","contexts":{"a":{"kind":"hosted","base_url":"a.example"}}}'));
    expect(error).not.toBeInstanceOf(DamagedSettingsError);
    expect(error).toMatchObject({
      exit: "local-file",
      options: { problems: [{ path: "current" }, { path: "contexts.a.base_url" }] },
    });
  });

  it.each([
    '{"version":"s3cret"}',
    '{"version":{"token":"s3cret"}}',
    '{"version":734582340958234}',
    '{"current":"s3cret s3cret"}',
    '{"current":{"token":"s3cret"}}',
    '{"contexts":{"s3cret s3cret":{}}}',
    '{"contexts":{"a":"s3cret"}}',
    '{"contexts":{"a":{"kind":"s3cret","base_url":"s3cret","project":"s3cret\\n","token":"s3cret s3cret"}}}',
    '{"contexts":{"a":{"kind":"local","state_dir":"s3cret","extension_parts":"s3cret"}}}',
    '{"directories":{"s3cret":"a"}}',
    '{"directories":{"/x":"s3cret s3cret"}}',
    '{"values":{"output":"s3cret","timeout":"s3cret","no_input":"s3cret"}}',
  ])("readSettings repeats no value of %s", (text) => {
    const error = failure(fileWith(text)) as { options: { problems?: unknown } } & Error;
    expect(error).toMatchObject({ exit: "local-file" });
    expect(`${error.stack}${JSON.stringify(error.options)}`).not.toMatch(/s3cret|734582340958234/);
  });

  it.runIf(process.platform !== "win32")("refuses a named pipe at once", () => {
    const path = join(temporaryDirectory(), "settings.json");
    execFileSync("mkfifo", [path]);
    expect(failure(path)).toMatchObject({
      exit: "local-file",
      message: `cannot read the settings file "${path}": is not a regular file`,
    });
  });

  it("readSettings names a file that it cannot read, with the reason", async () => {
    const directory = temporaryDirectory();
    const path = join(directory, "settings.json");
    mkdirSync(path);
    expect(failure(path)).toMatchObject({ message: `cannot read the settings file "${path}": is a directory` });
    const secret = fileWith("{}");
    chmodSync(secret, 0);
    chmodSync(join(secret, ".."), 0o755);
    const args = [join(import.meta.dirname, "support", "writer.ts"), join(secret, ".."), "load"];
    const end = await new Child(process.execPath, args, { bound: true }).ended;
    expect(JSON.parse(end.stdout)).toMatchObject({
      exit: "local-file",
      message: `cannot read the settings file "${secret}": permission denied`,
    });
    expect(end.code).toBe(10);
  });
});
