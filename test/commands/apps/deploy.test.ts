import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runHere, startCli } from "../../support/cli/run-cli.ts";
import { deployServer } from "../../support/servers/deploy-server.ts";
import { deploy, homeWith } from "./support/deploying.ts";

describe("what is sent", () => {
  test("deploy packs a directory with its entry, and its form has the parts of the contract", async () => {
    const home = homeWith({ "app.ts": "export default 1;\n", "src/page.ts": "two", "data/list.json": "[]" });
    const result = await deploy(["app", "--app-version", "1.2", "--force", "--region", "aws.us-east-1a"], {}, { home });
    expect(result.code).toBe(0);
    const [app] = result.server.sent;
    expect(app?.texts).toEqual([
      ["entrypoint_rel_path", "app.ts"],
      ["version", "1.2"],
      ["region", "aws.us-east-1a"],
      ["force", "true"],
    ]);
    expect(app?.files).toEqual({ "app.ts": "export default 1;\n", "data/list.json": "[]", "src/page.ts": "two" });
    expect(app?.filename).toBe("app.zip");
    expect(app?.contentLength).toBeGreaterThan(app?.bytes ?? Number.POSITIVE_INFINITY);
    expect(result.stderr).toContain("note: the entry is app.ts\n");
    const again = await deploy(["app"], {}, { home });
    expect(again.server.sent[0]?.sha256).toBe(app?.sha256);
    expect(again.server.sent[0]?.texts).toEqual([["entrypoint_rel_path", "app.ts"]]);
  });

  test("deploy packs a file with its directory, or with --root", async () => {
    const home = homeWith({ "src/shop.ts": "1", "src/other.ts": "2", "package.json": "{}" });
    const own = await deploy(["app/src/shop.ts"], {}, { home });
    expect(own.server.sent[0]?.texts).toEqual([["entrypoint_rel_path", "shop.ts"]]);
    expect(Object.keys(own.server.sent[0]?.files ?? {})).toEqual(["other.ts", "shop.ts"]);
    expect(own.stderr).not.toContain("the entry is");
    const whole = await deploy(["src/shop.ts", "--root", "."], {}, { home, cwd: join(home.dir, "app") });
    expect(whole.server.sent[0]?.texts).toEqual([["entrypoint_rel_path", "src/shop.ts"]]);
    expect(Object.keys(whole.server.sent[0]?.files ?? {})).toEqual(["package.json", "src/other.ts", "src/shop.ts"]);
    const inner = homeWith({ "one/src/app.ts": "1", "one/other.ts": "2" });
    const directory = await deploy(["app/one/src", "--root", "app/one/"], {}, { home: inner });
    expect(directory.server.sent[0]?.texts).toEqual([["entrypoint_rel_path", "src/app.ts"]]);
    expect(Object.keys(directory.server.sent[0]?.files ?? {})).toEqual(["other.ts", "src/app.ts"]);
  });

  test.each([
    [
      "package.json's source",
      { "package.json": '{"source":"lib/a.ts","main":"b.js"}', "lib/a.ts": "", "b.js": "" },
      "lib/a.ts",
    ],
    ["package.json's main", { "package.json": '{"main":"./b.js"}', "b.js": "", "app.ts": "" }, "b.js"],
    ["a main that is the directory", { "package.json": '{"main":"."}', "app.ts": "" }, "app.ts"],
    ["a main that is not there", { "package.json": '{"main":"dist/b.js"}', "app.ts": "" }, "app.ts"],
    [
      "a main that is left out",
      { "package.json": '{"main":"dist/b.js"}', "dist/b.js": "", ".gitignore": "dist", "src/index.ts": "" },
      "src/index.ts",
    ],
    ["a main outside of the directory", { "package.json": '{"main":"../b.js"}', "index.js": "" }, "index.js"],
    ["app.ts before index.ts", { "index.ts": "", "app.ts": "" }, "app.ts"],
    ["src/app.ts before src/index.ts", { "src/index.ts": "", "src/app.ts": "" }, "src/app.ts"],
  ])("the entry of a directory: %s", async (_, files, entry) => {
    const { server } = await deploy(["app"], {}, { home: homeWith(files) });
    expect(server.sent[0]?.texts).toEqual([["entrypoint_rel_path", entry]]);
  });

  test("version control, modules, env files and ignored files are not packed", async () => {
    const files = {
      "app.ts": "1",
      ".git/HEAD": "x",
      ".gitignore": "dist/\n*.log\n!keep.log\n/top.txt\n",
      ".env": "SECRET=1",
      "sub/.env.production": "SECRET=1",
      "secret.vars": "TOKEN=abc",
      "node_modules/left/index.js": "x",
      "node_modules/left/dist/a.log": "x",
      "sub/node_modules/deep/index.js": "x",
      "dist/app.js": "x",
      "sub/dist/a.js": "x",
      "a.log": "x",
      "keep.log": "kept",
      "top.txt": "x",
      "sub/top.txt": "kept",
    };
    const home = homeWith(files);
    const some = [".gitignore", "app.ts", "keep.log", "sub/top.txt"];
    const plain = await deploy(["app", "--env-file", "app/secret.vars"], {}, { home });
    expect(Object.keys(plain.server.sent[0]?.files ?? {}).sort()).toEqual(some);
    const modules = await deploy(["app", "--include-modules"], {}, { home });
    expect(Object.keys(modules.server.sent[0]?.files ?? {}).sort()).toEqual(
      [
        ...some,
        "secret.vars",
        "node_modules/left/index.js",
        "node_modules/left/dist/a.log",
        "sub/node_modules/deep/index.js",
      ].sort(),
    );
    expect(modules.stderr).toContain(
      "note: not packed: .env, sub/.env.production; add --env-file .env for its variables\n",
    );
    expect(plain.stderr).not.toContain("not packed");
  });

  test("--env overrides --env-file, which is read as dotenv", async () => {
    const home = homeWith({ "app.ts": "1" });
    writeFileSync(
      join(home.dir, "prod.env"),
      '\uFEFF# a comment\r\nA=one\r\nexport B="two words"\nC=\'$HOME\'\nD="x\ny"\nE=\n\nURL=a=b&c\n',
    );
    const result = await deploy(["app", "--env-file", "prod.env", "--env", "A=1=2", "--env", "é"], {}, { home });
    expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining("--env: must be KEY=VALUE") });
    const { server, stderr } = await deploy(["app", "--env-file", "prod.env", "--env", "A=1=2"], {}, { home });
    expect(server.sent[0]?.texts.slice(1)).toEqual([
      ["env_vars[A]", "1=2"],
      ["env_vars[B]", "two words"],
      ["env_vars[C]", "$HOME"],
      ["env_vars[D]", expect.stringMatching(/^x\r?\ny$/)],
      ["env_vars[E]", ""],
      ["env_vars[URL]", "a=b&c"],
    ]);
    expect(stderr).toContain("note: empty variables: E\n");
    const piped = await deploy(["app", "--env-file", "-"], {}, { home, stdin: "FROM=pipe\n" });
    expect(piped.server.sent[0]?.texts.slice(1)).toEqual([["env_vars[FROM]", "pipe"]]);
    const none = await deploy(["app", "--env-file", "-"], {}, { home, stdin: "# nothing\n" });
    expect(none.stderr).toContain('note: "-" has no variables\n');
  });
});

describe("what is shown instead", () => {
  test.each([
    ["--dry-run", "-o", "json"],
    ["--print", "curl"],
  ])("deploy %s masks variables and sends nothing", async (...flags) => {
    const home = homeWith({ "app.ts": "1" });
    writeFileSync(join(home.dir, "prod.env"), "FROM_FILE=hidden-two\n");
    const words = ["app", "--env", "TYPED=hidden-one", "--env-file", "prod.env", "--app-version", "3", ...flags];
    const server = await deployServer();
    const result = await runHere(["apps", "deploy", ...words], { home, env: server.env });
    expect(result.code).toBe(0);
    expect(result.stdout + result.stderr).not.toContain("hidden");
    for (const part of [
      "entrypoint_rel_path=app.ts",
      "version=3",
      "env_vars[TYPED]",
      "env_vars[FROM_FILE]",
      "file=@app.zip",
    ]) {
      expect(result.stdout).toContain(part);
    }
    expect(server.requests).toEqual([]);
  });

  test("deploy --debug masks variables", async () => {
    const home = homeWith({ "app.ts": "1" });
    const server = await deployServer();
    const cli = startCli(["apps", "deploy", "app", "--env", "TYPED=hidden-one", "--debug"], { home, env: server.env });
    const result = await cli.done;
    expect(result.code).toBe(0);
    expect(result.stderr).toContain("> env_vars[TYPED]=***");
    expect(result.stderr).not.toContain("hidden");
    expect(server.sent[0]?.texts).toContainEqual(["env_vars[TYPED]", "hidden-one"]);
  });
});
