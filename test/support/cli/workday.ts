import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { processesMarked, stillThere } from "../machine/leftovers.ts";
import { onLoopback } from "../servers/loopback.ts";
import { appSource } from "../service/app.ts";
import { pathWith } from "./program-path.ts";
import { type CliOptions, type CliResult, spawnCli, temporaryHome } from "./run-cli.ts";

/** A machine of its own for an installed program: an empty home directory, no Node on its PATH. */
export interface Machine {
  /** The home directory. */
  readonly dir: string;
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Runs a command that must succeed. */
  ok(args: readonly string[], options?: CliOptions): Promise<CliResult>;
}

/** @param program file and first arguments of the installed program */
export async function machine(program: readonly string[]): Promise<Machine> {
  const home = temporaryHome();
  const env = { PATH: await pathWith("sh"), BROWSERCTL_CONFIG_DIR: undefined, BROWSERCTL_STATE_DIR: undefined };
  const run = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
    spawnCli(args, { home, program, ...options, env: { ...env, ...options.env } }).done;
  const ok = async (args: readonly string[], options?: CliOptions): Promise<CliResult> => {
    const result = await run(args, options);
    expect(result.code, `${args.join(" ")}: ${result.stderr}`).toBe(0);
    return result;
  };
  return { dir: home.dir, run, ok };
}

/** Uses everything that needs files of the package or processes of its own; checks that nothing runs afterwards. */
export async function workday({ dir, ok, run }: Machine): Promise<void> {
  onTestFinished(() => run(["local", "stop"]).then(() => {}));
  const site = await onLoopback(
    createServer((_request, response) => response.setHeader("content-type", "text/html").end("<title>Shop</title>")),
  );
  expect((await ok(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await ok(["completion", "bash"])).stdout).toContain("complete ");
  await keychain(run);
  await ok(["local", "start"]);
  await ok(["browsers", "create", "--name", "shop"]);
  const code = `await page.goto("${site.url}"); return await page.title();`;
  expect((await ok(["browsers", "playwright", "execute", "shop", code])).stdout).toContain("Shop");
  await liveView(JSON.parse((await ok(["browsers", "get", "shop", "-o", "json"])).stdout));

  const exec = (...args: string[]): string[] => ["browsers", "process", "exec", ...args];
  expect((await ok(exec("shop", "--", "/run/browserctl/bin/node", "-p", "6 * 7"))).stdout).toBe("42\n");
  const exit = await run(exec("-i", "shop", "--", "sh", "-c", "cat; exit 7"), { stdin: "typed" });
  expect(exit).toMatchObject({ code: 7, stdout: "typed" });
  expect((await ok(exec("-t", "shop", "--", "sh", "-c", "test -t 1 && echo yes"))).stdout).toContain("yes");

  mkdirSync(join(dir, "extension"));
  writeFileSync(join(dir, "extension/manifest.json"), '{"manifest_version":3,"name":"Marker","version":"1.2"}');
  expect((await ok(["browsers", "extensions", "upload", "shop", "extension"])).stderr).toContain("Marker 1.2");

  // The app starts a process with the Node that runs it.
  const child = `fork(new URL("./child.mjs", import.meta.url)).on("message", done)`;
  const before = 'import { fork } from "node:child_process";';
  mkdirSync(join(dir, "app"));
  writeFileSync(join(dir, "app/app.ts"), appSource(`forks: () => new Promise((done) => ${child}),`, { before }));
  writeFileSync(join(dir, "app/child.mjs"), "process.send(6 * 7);");
  await ok(["apps", "deploy", "app/app.ts"]);
  expect((await ok(["invoke", "demo", "forks"])).stdout).toBe("42\n");

  await ok(["local", "stop"]);
  // The home's path is in the environment of all of them.
  expect(await stillThere(() => processesMarked(dir), 20_000)).toEqual([]);
}

/** The keychain's library is there, and finds no keychain. */
async function keychain(run: Machine["run"]): Promise<void> {
  const words = ["login", "--base-url", "http://127.0.0.1:1", "--token-stdin", "--skip-check", "--store", "keychain"];
  const env = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere" };
  const { code, stderr } = await run(words, { stdin: "token", env });
  expect({ code, stderr }).toEqual({ code: 10, stderr: expect.stringContaining("(Secret Service) answers on D-Bus") });
}

/** The page of the live view, and the script that it names. */
async function liveView({ browser_live_view_url: url }: { browser_live_view_url: string }): Promise<void> {
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
  expect(script).not.toBe("");
  expect((await fetch(new URL(script, url))).status).toBe(200);
}
