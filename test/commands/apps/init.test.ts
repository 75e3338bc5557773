import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { complete } from "../../../src/complete/complete.ts";
import { jsonError, runCli, runHere, temporaryHome } from "../../support/cli/run-cli.ts";

const root = join(import.meta.dirname, "../../..");
const names = [".gitignore", "README.md", "app.ts", "browserctl.d.ts", "package.json", "tsconfig.json"];

describe("apps init", () => {
  test("apps init writes the example and prints the next steps", async () => {
    const home = temporaryHome();
    const shown: string[] = [];
    const onOutput = (text: string): void => void shown.push(text);
    const result = await runHere(["apps", "init"], { home, tty: { stdout: true }, onOutput });
    expect(shown.join("")).toMatch(/^Wrote an app .*\nnext: /);
    expect(result).toMatchObject({ code: 0, stdout: `Wrote an app to example-app: ${names.join(", ")}.\n` });
    expect(result.stderr).toBe(
      "next:  browserctl apps deploy example-app\n       browserctl invoke example-app page-title\n",
    );
    expect(readdirSync(join(home.dir, "example-app")).sort()).toEqual(names);
    const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, Record<string, string>>;
    const manifest = JSON.parse(readFileSync(join(home.dir, "example-app", "package.json"), "utf8"));
    // All of them are in the registry, whether this program is or not.
    expect(manifest).toEqual({
      name: "example-app",
      private: true,
      type: "module",
      devDependencies: {
        "playwright-core": own["dependencies"]?.["playwright-core"],
        "@types/node": own["devDependencies"]?.["@types/node"],
      },
    });
  });

  test.each(["scrape", "login", "download", "form", "agent", "test"])(
    "apps init writes the template %s",
    async (name) => {
      const home = temporaryHome();
      const result = await runHere(["apps", "init", "my-app", "--from-template", name], { home });
      expect(result.code).toBe(0);
      const app = join(home.dir, "my-app");
      expect(readdirSync(app).sort()).toEqual(expect.arrayContaining(names));
      const read = (file: string): string => readFileSync(join(app, file), "utf8");
      expect(read("app.ts")).toContain('name: "my-app",\n');
      const [, action = ""] = /browserctl invoke my-app (\S+)/.exec(result.stderr) ?? [];
      expect(read("app.ts")).toMatch(new RegExp(`actions: \\{\\s+"?${action}"?:`));
      expect(read("README.md")).toContain(`\nbrowserctl apps deploy .`);
      expect(read("README.md")).toContain(`\nbrowserctl invoke my-app ${action}`);
      expect(Object.keys(JSON.parse(read("package.json")))).toEqual(["name", "private", "type", "devDependencies"]);
      // An app imports files of its own, modules of Node and what the service provides, without an installation.
      const imported = readdirSync(app)
        .filter((file) => file.endsWith(".ts"))
        .flatMap((file) => [...read(file).matchAll(/from "([^"]+)"/g)].map((match) => match[1] ?? ""));
      expect(imported.filter((from) => !/^(?:\.\/|node:|browserctl\/app$|playwright-core$)/.test(from))).toEqual([]);
    },
  );

  test("apps init takes the name of a template by --template too, and suggests one for a wrong name", async () => {
    const home = temporaryHome();
    expect((await runHere(["apps", "init", "one", "--template", "scrape"], { home })).code).toBe(0);
    expect(readdirSync(join(home.dir, "one"))).toContain("sample.ts");
    for (const flag of ["--template", "--from-template"]) {
      const result = await runHere(["apps", "init", "two", flag, "scrap"], { home });
      expect(result.code).toBe(2);
      expect(result.stderr).toContain(
        '--from-template: must be one of example, scrape, login, download, form, agent, test, not "scrap"; did you mean scrape?',
      );
    }
    expect(existsSync(join(home.dir, "two"))).toBe(false);
    const path = await runHere(["apps", "init", "two", "--template", "../scrape"], { home });
    expect(path).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--from-template: must be one of example,"),
    });
    const named = await runHere(["apps", "init", "two", "--template", "env:APP"], {
      home,
      env: { APP: "of {{app_name}}" },
    });
    expect(named.stdout).toBe("of two\n");
    const liquid = await runHere(["apps", "init", "three", "--template", "{{app_name}}"], { home });
    expect(liquid.stdout).toBe("three\n");
  });

  test("help and completion list the templates with a line each", async () => {
    const { stdout } = await runHere(["apps", "init", "--help"]);
    expect(stdout).toContain(
      "# A list over several pages, as JSON\n  $ browserctl apps init my-scrape --from-template",
    );
    expect(await complete(["app-templates", "s", "--"], {}, "/", Date.now())).toBe(
      "scrape\tA list over several pages, as JSON\n",
    );
    expect((await complete(["app-templates", "", "--"], {}, "/", Date.now())).split("\n")).toHaveLength(8);
  });

  test.each(["example", "scrape", "login", "download", "form", "agent", "test"])(
    "the template %s passes the type check against the built declarations",
    async (template) => {
      const home = temporaryHome();
      expect((await runCli(["apps", "init", "typed", "--from-template", template], { home })).code).toBe(0);
      const app = join(home.dir, "typed");
      mkdirSync(join(app, "node_modules", "@types"), { recursive: true });
      for (const name of ["playwright-core", "@types/node"]) {
        symlinkSync(join(root, "node_modules", name), join(app, "node_modules", name));
      }
      const check = (): Promise<string> =>
        promisify(execFile)(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", app]).then(
          () => "",
          (error: { stdout: string }) => error.stdout,
        );
      expect(await check()).toBe("");
      symlinkSync(root, join(app, "node_modules", "browserctl"));
      const words = ["--input-type=module", "-e", "console.log(Object.keys(await import('browserctl/app')).join())"];
      expect((await promisify(execFile)(process.execPath, words, { cwd: app })).stdout).toBe("defineApp\n");
      // The declarations are what it is checked against.
      const text = readFileSync(join(app, "app.ts"), "utf8");
      writeFileSync(join(app, "app.ts"), text.replace("context.createBrowser", "context.openBrowser"));
      expect(await check()).toContain("Property 'openBrowser' does not exist on type 'ActionContext'");
    },
  );

  test("apps init creates a directory of any name, and of several levels", async () => {
    const home = temporaryHome();
    const result = await runHere(["apps", "init", "a b/it's"], { home });
    expect(result.stderr).toContain("browserctl apps deploy 'a b/it'\\''s'\n");
    expect(readdirSync(join(home.dir, "a b", "it's")).sort()).toEqual(names);
  });

  test.each([
    ["my-app", "my-app", undefined],
    ["Shop.v2", "Shop.v2", undefined],
    ["deep/price watch", "price-watch", "price watch"],
    ["-é-", "my-app", "-é-"],
    [".hidden_", "hidden", ".hidden_"],
  ])("apps init in %j names the app %s", async (dir, name, refused) => {
    const home = temporaryHome();
    const result = await runHere(["apps", "init", "--", dir], { home });
    expect(result.stderr).toContain(`browserctl invoke ${name} page-title\n`);
    const note = `note: "${refused}" is not a valid app name; the app is named ${name} in app.ts\n`;
    expect(result.stderr.startsWith("note:")).toBe(refused !== undefined);
    if (refused !== undefined) expect(result.stderr).toContain(note);
    const read = (file: string) => readFileSync(join(home.dir, dir, file), "utf8");
    expect(read("app.ts")).toContain(`name: "${name}",\n`);
    expect(read("README.md")).toContain(`browserctl invoke ${name} page-title\n`);
    expect(JSON.parse(read("package.json"))).toMatchObject({ name: name.toLowerCase() });
  });

  test("apps init -o json prints only the files", async () => {
    const { stdout } = await runHere(["apps", "init", "x", "-o", "json"]);
    expect(JSON.parse(stdout)).toEqual({ ok: true, dir: "x", app_name: "x", files: names });
  });

  test("apps init accepts an empty directory and a new repository", async () => {
    const home = temporaryHome();
    mkdirSync(join(home.dir, "empty"));
    mkdirSync(join(home.dir, "repository", ".git"), { recursive: true });
    expect((await runHere(["apps", "init", "empty"], { home })).code).toBe(0);
    expect((await runHere(["apps", "init"], { home, cwd: join(home.dir, "empty") })).code).toBe(0);
    expect((await runHere(["apps", "init", "."], { home, cwd: join(home.dir, "repository") })).code).toBe(0);
  });

  test("apps init refuses a directory with files; --force replaces only the template's files", async () => {
    const home = temporaryHome();
    const app = join(home.dir, "mine");
    mkdirSync(app);
    writeFileSync(join(app, "app.ts"), "mine");
    writeFileSync(join(app, "notes.txt"), "kept");
    const refused = await runHere(["apps", "init", "mine", "-o", "json"], { home });
    expect(jsonError(refused)).toMatchObject({
      message: '"mine" already exists and is not empty',
      exit_code: 10,
      hint: "name a new directory, or add --force to write the template's files into this one",
    });
    expect(readFileSync(join(app, "app.ts"), "utf8")).toBe("mine");
    expect((await runHere(["apps", "init", "mine", "--force"], { home })).code).toBe(0);
    expect(readFileSync(join(app, "app.ts"), "utf8")).toContain("defineApp");
    expect(readFileSync(join(app, "notes.txt"), "utf8")).toBe("kept");
    expect(readdirSync(app).sort()).toEqual([...names, "notes.txt"].sort());
  });

  test("apps init refuses a path that is a file", async () => {
    const home = temporaryHome();
    writeFileSync(join(home.dir, "file"), "");
    const result = await runHere(["apps", "init", "file"], { home });
    expect(result).toMatchObject({ code: 10, stderr: 'error: cannot write to "file": is not a directory\n' });
    const inside = await runHere(["apps", "init", "file/app"], { home });
    expect(inside.code).toBe(10);
  });

  test("apps init that fails half-way leaves no files", async () => {
    const home = temporaryHome();
    const app = join(home.dir, "half");
    mkdirSync(join(app, "package.json"), { recursive: true });
    const result = await runHere(["apps", "init", "half", "--force"], { home });
    expect(result).toMatchObject({ code: 10, stderr: 'error: cannot write "half/package.json": is a directory\n' });
    expect(readdirSync(app)).toEqual(["package.json"]);
    if (process.getuid?.() === 0) return;
    mkdirSync(join(home.dir, "locked"));
    chmodSync(join(home.dir, "locked"), 0o500);
    expect((await runHere(["apps", "init", "locked/app"], { home })).code).toBe(10);
    expect(existsSync(join(home.dir, "locked", "app"))).toBe(false);
  });
});
