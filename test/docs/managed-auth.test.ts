import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { flowStatuses, flowSteps, timelineTypes } from "../../src/contract/login-states.ts";
import { demoSite } from "../../src/demo-site/demo-site.ts";
import { demoUsers } from "../../src/demo-site/users.ts";
import { commands } from "../../src/generate/all-commands.ts";
import { root } from "../../src/generate/paths.ts";
import { readParts } from "../readme/console-blocks.ts";
import { startedHome } from "../support/cli/local-home.ts";
import { program } from "../support/cli/run-cli.ts";

const page = readFileSync(join(root, "docs/managed-auth.md"), "utf8");

test("the page names every status and step of a login, and every command about logins", () => {
  const verbs = commands.flatMap(({ words }) => /^auth connections (\w+)$/.exec(words)?.[1] ?? []);
  const settings = new Set(["create", "list", "get", "update", "delete"]);
  for (const word of [
    ...flowStatuses,
    ...flowSteps,
    ...timelineTypes,
    ...verbs.filter((verb) => !settings.has(verb)),
  ]) {
    expect(page).toContain(`\`${word}\``);
  }
});

test("the script logs in with a code of a second factor, and has nothing to do then", async () => {
  const home = await startedHome();
  const site = await demoSite({ now: Date.now });
  onTestFinished(() => site.close());
  const bin = join(home.dir, "bin");
  await mkdir(bin);
  await symlink(program, join(bin, "browserctl"));
  for (const part of readParts(page)) if ("file" in part) writeFileSync(join(home.dir, part.file.name), part.file.text);
  const readCode = `fetch("${site.on("main", "/phone")}").then((page) => page.text()).then((text) => console.log(/Your code is \\D*(\\d+)/.exec(text)[1]));`;
  writeFileSync(join(home.dir, "read-code"), `#!/usr/bin/env node\n${readCode}\n`, { mode: 0o700 });
  const words = ["create", "localhost", "--profile-name", "customer", "--no-save-credentials", "--login-url"];
  const { id } = await home.json<{ id: string }>(["auth", "connections", ...words, site.on("main", "/factors")]);
  const [alice] = demoUsers;
  const run = (password: string) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const path = `${bin}:${dirname(process.execPath)}:${home.env["PATH"]}`;
      const env = { ...home.env, PATH: path, SITE_USER: alice?.name ?? "", SITE_PASSWORD: password };
      execFile("sh", ["login.sh", id], { cwd: home.dir, env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });
  const states = (): string => readFileSync(join(home.dir, "states.jsonl"), "utf8");

  const first = await run(alice?.password ?? "");
  expect(first, `${first.stderr}\n${states()}`).toMatchObject({ code: 0, stdout: "" });
  expect(JSON.parse(states().trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ flow_status: "SUCCESS" });
  const log = states();
  expect(await run("not used")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  expect(states()).toBe(log);
});
