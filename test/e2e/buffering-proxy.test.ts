import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { LocalState } from "../../src/settings/local-state.ts";
import { appSource } from "../support/app.ts";
import { ensureDebianPackage } from "../support/debian-package.ts";
import { type LocalHome, startedHome } from "../support/local-home.ts";
import { startCli } from "../support/run-cli.ts";
import { until } from "../support/service.ts";

let nginx: string;
beforeAll(async () => {
  nginx = await ensureDebianPackage("nginx");
}, 300_000);

const actions = `
  wait: async (_context, { file }) => {
    console.log("first");
    while (!existsSync(file)) await new Promise((done) => setTimeout(done, 20));
    console.log("last");
  },`;

/** Starts an invocation that prints a line, and another one once the file is there. */
async function begin(home: LocalHome): Promise<{ id: string; goOn: () => void }> {
  mkdirSync(join(home.dir, "app"));
  const before = 'import { existsSync } from "node:fs";';
  writeFileSync(join(home.dir, "app/app.ts"), appSource(actions, { before }));
  expect((await home.cli(["apps", "deploy", "app/app.ts"])).code).toBe(0);
  const file = join(home.dir, "go-on");
  const words = ["invoke", "demo", "wait", "--payload", JSON.stringify({ file }), "--async"];
  const { id } = await home.json<{ id: string }>(words);
  return { id, goOn: () => writeFileSync(file, "") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * nginx in front of the service, as it is configured by default: it collects what it passes on. Gives the environment in
 * which commands go through it.
 */
async function proxied(home: LocalHome, more = ""): Promise<Record<string, string>> {
  const { base_url, token } = JSON.parse(readFileSync(join(home.stateDir, "service.json"), "utf8")) as LocalState;
  const port = await freePort();
  const folder = join(home.dir, "nginx");
  mkdirSync(folder);
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
     events {}
     http { access_log off; ${temp} gzip on; gzip_types text/event-stream; gzip_min_length 1;
       server { listen 127.0.0.1:${port}; location / { proxy_pass ${base_url}; proxy_http_version 1.1; ${more} } } }`,
  );
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(url).then(
        () => "",
        () => readFileSync(join(folder, "error.log"), "utf8") || "no answer",
      ),
    (problem) => problem === "",
  );
  return { BROWSERCTL_BASE_URL: url, BROWSERCTL_TOKEN: token };
}

test("a proxy that buffers by default passes events on as they come", async () => {
  const home = await startedHome();
  const { id, goOn } = await begin(home);
  const env = await proxied(home);
  const tail = startCli(["invocations", "tail", id], { home, env });
  await tail.shows("first\n");
  goOn();
  expect(await tail.done).toMatchObject({ code: 0, stdout: "first\nlast\n" });
}, 60_000);

test("one that buffers whatever it is told takes a while, and loses nothing", async () => {
  const home = await startedHome();
  const { id, goOn } = await begin(home);
  const env = await proxied(home, "proxy_ignore_headers X-Accel-Buffering;");
  const tail = startCli(["invocations", "tail", id, "--idle-timeout", "1s"], { home, env });
  await tail.shows(" came for 1 s");
  goOn();
  const { code, stdout, stderr } = await tail.done;
  expect(code, stderr).toBe(0);
  expect(stdout).toBe("first\nlast\n");
}, 60_000);
