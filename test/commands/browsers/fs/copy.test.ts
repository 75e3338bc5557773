import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedHome } from "../../../support/cli/local-home.ts";
import { jsonError, runHere } from "../../../support/cli/run-cli.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";

const home = sharedHome({ fakeBrowser: true, inProcess: true });

/** Runs `browsers fs` in the home of the file; gives the sentence or the output. */
async function fs(...args: string[]): Promise<string> {
  const { code, stderr, stdout } = await (await home()).cli(["browsers", "fs", ...args]);
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
  return stdout + stderr;
}

/** Content of a file in the session. */
const content = (path: string): Promise<string> => fs("read", "shop", path);

/** Path of a file of the home on this machine. */
const here = async (path: string): Promise<string> => join((await home()).dir, path);

/** Writes files in the home on this machine. */
async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const full = await here(path);
    mkdirSync(join(full, ".."), { recursive: true });
    writeFileSync(full, text);
  }
}

beforeAll(async () => {
  await (await home()).json(["browsers", "create", "--name", "shop"]);
  await put({ "a.txt": "a", "b.txt": "b", "site/in/x.txt": "x" });
});

describe("upload with the target as the last word", () => {
  test.each([
    [["a.txt", "/home/user/one.txt"], "/home/user/one.txt", "a"],
    [["a.txt", "two.txt"], "/home/user/two.txt", "a"],
    [["a.txt", "."], "/home/user/a.txt", "a"],
    [["b.txt", "new/"], "/home/user/new/b.txt", "b"],
    [["a.txt", "b.txt", "several"], "/home/user/several/b.txt", "b"],
    [["b.txt", "--dest", "three.txt"], "/home/user/three.txt", "b"],
    [["site", "fresh"], "/home/user/fresh/in/x.txt", "x"],
    [["./site/", "."], "/home/user/site/in/x.txt", "x"],
    [["site", "--dest", "exact"], "/home/user/exact/in/x.txt", "x"],
  ])("upload takes the target as the last word: %j", async (words, path, text) => {
    await fs("upload", "shop", ...words);
    expect(await content(path)).toBe(text);
  });
  test("an upload into an existing directory keeps the file's name, with --dest it does not", async () => {
    await fs("mkdir", "shop", "there");
    await fs("upload", "shop", "a.txt", "there");
    expect(await content("there/a.txt")).toBe("a");
    await expect(fs("upload", "shop", "a.txt", "--dest", "there")).rejects.toThrow("is a directory");
  });
  test("a preview of an upload sends nothing", async () => {
    const { dir } = await home();
    const words = ["browsers", "fs", "upload", "shop", "a.txt", "x.txt", "--dry-run", "-o", "json"];
    const { stdout } = await runHere(words, { cwd: dir, env: nowhere });
    expect(JSON.parse(stdout).form[0]).toBe("files[0][dest_path]=/home/user/x.txt");
  });
  test("an upload of files beside a directory names the command for it", async () => {
    const { dir } = await home();
    const words = ["browsers", "fs", "upload", "shop", "a.txt", "site", "x", "-o", "json"];
    expect(jsonError(await runHere(words, { cwd: dir, env: nowhere }))).toMatchObject({
      exit_code: 2,
      hint: "browserctl browsers fs upload-zip shop site --dest /home/user/x/site",
    });
  });
});

describe("download", () => {
  test("download takes the target as the last word: a file, or a directory that keeps the name", async () => {
    await fs("write", "shop", "d/report.txt", "report");
    await fs("download", "shop", "d/report.txt", "may.txt");
    await put({ "kept/b.txt": "" });
    await fs("download", "shop", "d/report.txt", "kept");
    for (const path of ["may.txt", "kept/report.txt"]) expect(readFileSync(await here(path), "utf8")).toBe("report");
  });
  test("download of a directory creates a new one", async () => {
    await fs("write", "shop", "tree/in/y.txt", "y");
    expect(await fs("download", "shop", "tree")).toMatch(/^Extracted 2 entries to tree /);
    expect(await fs("download", "shop", "tree", "kept")).toMatch(/^Extracted 2 entries to kept.tree /);
    await fs("download", "shop", "tree", "--out", "other");
    for (const path of ["tree", "kept/tree", "other"])
      expect(readFileSync(await here(`${path}/in/y.txt`), "utf8")).toBe("y");
    await expect(fs("download", "shop", "tree")).rejects.toThrow('"tree" already exists and is not empty');
    await expect(fs("download", "shop", "tree", "-")).rejects.toThrow(
      '"/home/user/tree" is a directory\nhint: browserctl browsers fs download-dir shop /home/user/tree --out -',
    );
    await expect(fs("download", "shop", "nothing")).rejects.toThrow("exit 4");
  });
  test("download refuses a target together with --out", async () => {
    const words = ["browsers", "fs", "download", "shop", "/a", "b", "--out", "c", "-o", "json"];
    expect(jsonError(await runHere(words, { env: nowhere }))).toMatchObject({
      exit_code: 2,
      message: "--out: cannot be used together with <target>",
    });
  });
});

describe("cp", () => {
  test("cp copies to a session", async () => {
    await fs("cp", "a.txt", "shop:cp/one.txt");
    await fs("cp", "a.txt", "shop:/home/user/cp");
    await fs("cp", "site", "shop:cp/");
    await fs("cp", "b.txt", "shop:");
    expect(await Promise.all(["cp/one.txt", "cp/a.txt", "cp/site/in/x.txt", "b.txt"].map(content))).toEqual([
      ..."aaxb",
    ]);
  });
  test("cp copies from a session", async () => {
    await fs("write", "shop", "from/z.txt", "z");
    await fs("cp", "shop:from/z.txt", "z.txt");
    await fs("cp", "shop:/home/user/from", "from");
    expect(readFileSync(await here("z.txt"), "utf8") + readFileSync(await here("from/z.txt"), "utf8")).toBe("zz");
    expect(await fs("cp", "shop:from/z.txt", "-")).toBe("z");
    await expect(fs("cp", "shop:from/z.txt", "z.txt")).rejects.toThrow("--force");
    await fs("cp", "shop:from/z.txt", "z.txt", "--force");
  });
  test.each([
    [["a", "b"], "<target>: neither of the two is in a session; write one as SESSION:PATH, such as shop:/tmp"],
    [["C:/a", "./b:c"], "<target>: neither of the two is in a session; write one as SESSION:PATH, such as shop:/tmp"],
    [["shop:a", "s2:b"], "<target>: is in a session as the source is; copy to this machine, and from here"],
    [["a", "..:b"], '<id>: ".." would change the path of the request'],
  ])("cp %j is refused before the network", async (words, message) => {
    const error = jsonError(await runHere(["browsers", "fs", "cp", ...words, "-o", "json"], { env: nowhere }));
    expect(error).toMatchObject({ exit_code: 2, message });
  });
});

test("relative paths are below the home directory, which list shows by default; cat prints a file", async () => {
  await fs("write", "shop", "rel/a.txt", "text");
  await fs("mkdir", "shop", "rel/in");
  await fs("mv", "shop", "rel/a.txt", "/home/user/rel/in/b.txt");
  await fs("chmod", "shop", "600", "rel/in/b.txt");
  expect(await fs("cat", "shop", "rel/in/b.txt")).toBe("text");
  expect(await fs("info", "shop", "./rel/in/../in/b.txt", "--query", "path")).toBe("/home/user/rel/in/b.txt\n");
  expect(await fs("ls", "shop", "--query", "[?name=='rel'].path | [0]")).toBe("/home/user/rel\n");
  expect(await fs("ls", "shop", "rel", "--query", "[].name | [0]")).toBe("in\n");
  expect(await fs("rm", "shop", "rel/in/b.txt")).toBe("Deleted /home/user/rel/in/b.txt.\n");
});
