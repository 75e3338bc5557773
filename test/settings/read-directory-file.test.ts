import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CliError } from "../../src/core/errors.ts";
import { loadDirectoryFile } from "../../src/settings/directory-choice.ts";
import { findDirectoryFile } from "../../src/settings/find-directory-file.ts";
import { readDirectoryFile } from "../../src/settings/read-directory-file.ts";
import { Child, temporaryDirectory } from "./support/places.ts";
import { failure } from "./support/resolving.ts";

const name = ".browserctl.json";
const isRoot = process.geteuid?.() === 0;

function fileWith(text: string): string {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, text, { mode: 0o644 });
  return path;
}

const refusal = (path: string): CliError => failure(() => readDirectoryFile(path));

/** Everything that an error could show. */
const shown = (error: CliError): string => `${error.stack}${JSON.stringify(error.options)}${String(error.cause)}`;

describe("findDirectoryFile", () => {
  it("findDirectoryFile finds the nearest file at or above the directory", () => {
    const root = temporaryDirectory();
    const deep = join(root, "a", "b", "c");
    mkdirSync(deep, { recursive: true });
    expect(findDirectoryFile(deep)).toBeUndefined();
    writeFileSync(join(root, name), "{}");
    expect(findDirectoryFile(deep)).toBe(join(root, name));
    writeFileSync(join(root, "a", "b", name), "{}");
    expect(findDirectoryFile(deep)).toBe(join(root, "a", "b", name));
    expect(findDirectoryFile(join(root, "a"))).toBe(join(root, name));
  });

  it("findDirectoryFile ends at the root of the file system and at a directory that is gone", () => {
    expect(findDirectoryFile("/")).toBeUndefined();
    expect(findDirectoryFile("/nowhere/at/all")).toBeUndefined();
  });

  it("BROWSERCTL_NO_DIRECTORY_FILE turns the directory file off, and takes only a truth value", async () => {
    const path = fileWith("not JSON");
    const load = (value: string) => loadDirectoryFile({ BROWSERCTL_NO_DIRECTORY_FILE: value }, join(path, ".."));
    expect(await load("1")).toBeUndefined();
    expect(await load("TRUE")).toBeUndefined();
    await expect(load("0")).rejects.toMatchObject({ code: "directory_file_refused" });
    await expect(load("")).rejects.toMatchObject({ code: "directory_file_refused" });
    await expect(load("maybe")).rejects.toMatchObject({
      exit: "usage",
      message: 'BROWSERCTL_NO_DIRECTORY_FILE: "maybe" must be 1, true, 0 or false',
    });
  });
});

describe("the content of a directory file", () => {
  it("context, project and output defaults of a directory file are read", () => {
    const path = fileWith(
      '\ufeff{"context":"prod","project":"Büro 日本","output":"json","timeout":"2m","no_input":true}',
    );
    expect(readDirectoryFile(path)).toEqual({
      path,
      directory: join(path, ".."),
      context: "prod",
      project: "Büro 日本",
      output: "json",
      timeout: "2m",
      noInput: true,
    });
  });

  it("a directory file with an empty object chooses nothing", () => {
    expect(readDirectoryFile(fileWith("{}"))).toMatchObject({ context: undefined, project: undefined });
  });

  it.each([
    ["", "it is empty"],
    [" \n", "it is empty"],
    ["{ context: s3cret }", "it is not valid JSON"],
    ['{"context":"s3cret', "it is not valid JSON"],
    ['["s3cret"]', "it is not a JSON object"],
    ["null", "it is not a JSON object"],
    ['"s3cret"', "it is not a JSON object"],
  ])("directory file %j is refused, and none of it is repeated", (text, why) => {
    const path = fileWith(text);
    const error = refusal(path);
    expect(error).toMatchObject({
      exit: "local-file",
      code: "directory_file_refused",
      message: `cannot use the file "${path}": ${why}`,
      options: { hint: "BROWSERCTL_NO_DIRECTORY_FILE=1 ignores the file" },
    });
    expect(shown(error)).not.toContain("s3cret");
  });

  it.each([
    ['{"token":"s3cret"}', "token: a secret must not be in this file"],
    ['{"API_KEY":"s3cret"}', "API_KEY: a secret must not be in this file"],
    ['{"base_url":"https://s3cret.example"}', "base_url: an address must not be in this file"],
    ['{"baseUrl":"https://s3cret.example"}', "baseUrl: an address must not be in this file"],
    ['{"state_dir":"/s3cret"}', "state_dir: unknown member; allowed are context, project, output, timeout, no_input"],
    ['{"kind":"s3cret"}', "kind: unknown member"],
    ['{"contexts":{"x":{"base_url":"https://s3cret.example"}}}', "contexts: unknown member"],
    ['{"directories":{"/":"s3cret"}}', "directories: unknown member"],
    ['{"insecure_http":true}', "insecure_http: unknown member"],
    ['{"__proto__":{"context":"s3cret"}}', "__proto__: unknown member"],
    ['{"constructor":"s3cret"}', "constructor: unknown member"],
    ['{"context":"../../s3cret"}', "context: must be a context name"],
    ['{"context":"__proto__"}', "context: must be a context name"],
    ['{"context":["s3cret"]}', "context: must be a context name"],
    ['{"context":null}', "context: must be a context name"],
    ['{"project":"s3cret\\r\\nauthorization: x"}', "project: must be a project's name or id"],
    ['{"project":""}', "project: must be a project's name or id"],
    ['{"output":"s3cret"}', "output: must be one of json"],
    ['{"timeout":"0s"}', "timeout: must be a duration"],
    ['{"no_input":false}', "no_input: must be true or left out"],
    ['{"no_input":"s3cret"}', "no_input: must be true or false"],
    ['{"context":"safe","context":"s3cret"}', "context: is there twice"],
    ['{"context":"safe","conte\\u0078t":"s3cret"}', "context: is there twice"],
    [`{"${"x".repeat(100)}":1}`, `${"x".repeat(60)}...: unknown member`],
  ])("a directory file with %s is refused by name, and no value is repeated", (text, message) => {
    const path = fileWith(text);
    const error = refusal(path);
    expect(error).toMatchObject({ exit: "local-file", code: "directory_file_invalid" });
    expect(error.message).toContain(`the file "${path}" is not valid: ${message}`);
    expect(shown(error)).not.toContain("s3cret");
  });

  it("a string with a colon and quotes is not taken for a member of a directory file", () => {
    const project = 'a "project": "b", "project":';
    expect(readDirectoryFile(fileWith(JSON.stringify({ project, context: "a" }))).project).toBe(project);
  });

  it("all problems of a directory file are reported together", () => {
    const error = refusal(fileWith('{"token":"x","context":7,"timeout":"soon"}'));
    expect(error.options.problems?.map(({ path }) => path)).toEqual(["token", "context", "timeout"]);
  });
});

describe("the file itself", () => {
  it.runIf(process.platform !== "win32")("what is not a regular file is refused at once", () => {
    const pipe = join(temporaryDirectory(), name);
    execFileSync("mkfifo", [pipe]);
    const directory = join(temporaryDirectory(), name);
    mkdirSync(directory);
    const device = join(temporaryDirectory(), name);
    symlinkSync("/dev/zero", device);
    for (const path of [pipe, directory, device]) {
      expect(refusal(path).message).toBe(`cannot use the file "${path}": it is not a regular file`);
    }
  });

  it("a directory file larger than 64 KiB is refused, also a sparse one of a terabyte", () => {
    const path = fileWith("{}");
    expect(readDirectoryFile(fileWith(`{}${" ".repeat(64 * 1024 - 2)}`)).context).toBeUndefined();
    for (const bytes of [64 * 1024 + 1, 1024 ** 4]) {
      truncateSync(path, bytes);
      expect(refusal(path).message).toBe(`cannot use the file "${path}": it is larger than 64 KiB`);
    }
  });

  it.runIf(process.platform !== "win32")("a file that every user can write is refused; one of the group is not", () => {
    const path = fileWith('{"context":"prod"}');
    chmodSync(path, 0o664);
    expect(readDirectoryFile(path).context).toBe("prod");
    chmodSync(path, 0o666);
    expect(refusal(path)).toMatchObject({
      message: `cannot use the file "${path}": it can be written by every user`,
      options: { hint: `chmod o-w ${path}` },
    });
  });

  it("a directory file may be a symbolic link; a dangling or circular one is an error", () => {
    const target = fileWith('{"context":"prod"}');
    const link = join(temporaryDirectory(), name);
    symlinkSync(target, link);
    expect(readDirectoryFile(link)).toMatchObject({ path: link, directory: join(link, ".."), context: "prod" });
    const lost = join(temporaryDirectory(), name);
    symlinkSync("nowhere", lost);
    expect(refusal(lost).message).toBe(`cannot read "${lost}": no such file or directory`);
    const circle = join(temporaryDirectory(), name);
    symlinkSync(name, circle);
    expect(refusal(circle)).toMatchObject({ exit: "local-file", code: "directory_file_refused" });
  });

  it("a directory file that links to the settings file shows nothing of it", () => {
    const settings = join(temporaryDirectory(), "settings.json");
    writeFileSync(settings, '{"version":1,"contexts":{"a":{"token":"s3cret"}}}');
    const link = join(temporaryDirectory(), name);
    symlinkSync(settings, link);
    const error = refusal(link);
    expect(error.options.problems?.map(({ path }) => path)).toEqual(["version", "contexts"]);
    expect(shown(error)).not.toContain("s3cret");
  });

  it.runIf(isRoot)("root reads the directory file of another user only where that user owns the directory", () => {
    const path = fileWith('{"context":"prod"}');
    chownSync(path, 65_534, 65_534);
    expect(refusal(path).message).toBe(`cannot use the file "${path}": it belongs to another user (uid 65534)`);
    chownSync(join(path, ".."), 65_534, 65_534);
    expect(readDirectoryFile(path).context).toBe("prod");
  });

  it.runIf(isRoot)(
    "a user reads their own directory file and root's, but neither a file nor a link of somebody else",
    async () => {
      const directory = temporaryDirectory();
      chmodSync(directory, 0o755);
      const module = join(import.meta.dirname, "../../src/settings/read-directory-file.ts");
      const files = { own: 1_000, roots: 0, others: 1_001 };
      for (const [owner, uid] of Object.entries(files)) {
        mkdirSync(join(directory, owner));
        writeFileSync(join(directory, owner, name), '{"context":"prod"}', { mode: 0o644 });
        for (const path of [join(directory, owner), join(directory, owner, name)]) chownSync(path, uid, uid);
      }
      mkdirSync(join(directory, "link"));
      symlinkSync(join(directory, "own", name), join(directory, "link", name));
      execFileSync("chown", ["-h", "1001:1001", join(directory, "link", name)]);
      // Another user cannot load modules of a checkout that lies in root's home: it is loaded before the user changes.
      const code = `import { readDirectoryFile } from ${JSON.stringify(module)};
      process.setegid(1000); process.seteuid(1000);
      const answer = (path) => { try { return readDirectoryFile(path).context } catch (error) { return error.message } };
      process.stdout.write(JSON.stringify(process.argv.slice(1).map(answer)));`;
      const paths = [...Object.keys(files), "link"].map((owner) => join(directory, owner, name));
      const end = await new Child(process.execPath, ["--input-type=module", "-e", code, ...paths]).ended;
      expect(end.stderr).toBe("");
      expect(JSON.parse(end.stdout)).toEqual([
        "prod",
        "prod",
        `cannot use the file "${paths[2]}": it belongs to another user (uid 1001)`,
        `cannot use the file "${paths[3]}": it belongs to another user (uid 1001)`,
      ]);
    },
  );
});
