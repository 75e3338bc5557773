import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../src/generate/paths.ts";
import { readParts } from "../readme/console-blocks.ts";
import { program, runCli, temporaryHome } from "../support/cli/run-cli.ts";

const files = new Map(
  readParts(readFileSync(join(root, "docs/ci.md"), "utf8")).flatMap((part) =>
    "file" in part ? [[part.file.name, part.file.text]] : [],
  ),
);

test("the shell recipe works with a key of one project, and leaves nothing on disk; printed tokens are masked", async () => {
  const service = temporaryHome();
  const started = await runCli(["local", "start", "-o", "env"], { home: service });
  try {
    const baseUrl = /BROWSERCTL_BASE_URL='?([^'\n]+)/.exec(started.stdout)?.[1] ?? "";
    const key = await runCli(["api-keys", "create", "pipeline", "--project", "default", "--expires-in", "1d"], {
      home: service,
    });
    const again = await runCli(["local", "start", "-o", "env"], { home: service, env: { GITHUB_ACTIONS: "true" } });
    const own = /BROWSERCTL_TOKEN='?([^'\n]+)/.exec(again.stdout)?.[1] ?? "";
    expect(again.stderr).toBe(`::add-mask::${own}\n`);
    const home = temporaryHome();
    const bin = join(home.dir, "bin");
    await mkdir(bin);
    await symlink(program, join(bin, "browserctl"));
    writeFileSync(join(home.dir, "ci.sh"), files.get("ci.sh") ?? "");
    const run = (token: string) =>
      promisify(execFile)("sh", [join(home.dir, "ci.sh")], {
        cwd: home.dir,
        env: {
          ...home.env,
          CI: "1",
          PATH: `${bin}:${dirname(process.execPath)}:${home.env["PATH"]}`,
          BROWSERCTL_BASE_URL: baseUrl,
          BROWSERCTL_TOKEN: token,
          BROWSERCTL_PROJECT: "default",
        },
      });
    const { stdout, stderr } = await run(key.stdout.trim());
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^[a-z][a-z0-9]{23}\n0\n$/), ""]);
    await expect(run("wrong")).rejects.toMatchObject({ code: 3, stdout: "" });
    expect(existsSync(home.configDir)).toBe(false);
    expect(existsSync(home.stateDir)).toBe(false);
  } finally {
    await runCli(["local", "stop"], { home: service });
  }
});

test.each(["github.yml", "gitlab.yml"])("%s is valid YAML that names every variable and command rightly", (name) => {
  const text = files.get(name) ?? "";
  const job = name === "github.yml" ? parse(text).jobs.scrape : parse(text).scrape;
  const commands: string[] = job.script ?? job.steps.flatMap((step: { run?: string }) => step.run ?? []);
  expect(commands).toContain("browserctl auth context");
  const variables = Object.keys(job.env ?? job.variables);
  const secret = name === "gitlab.yml" ? [] : ["BROWSERCTL_TOKEN"];
  expect(variables.sort()).toEqual(["BROWSERCTL_BASE_URL", "BROWSERCTL_PROJECT", ...secret].sort());
});
