import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { WrittenState } from "../../src/settings/local-state.ts";
import { type LocalHome, sharedHome } from "../support/cli/local-home.ts";
import { startCli } from "../support/cli/run-cli.ts";
import { ensureDebianPackage } from "../support/screen/debian-package.ts";
import { appSource } from "../support/service/app.ts";
import { writtenState } from "../support/service/written-state.ts";
import { until } from "../support/until.ts";

let nginx: string;
beforeAll(async () => {
  nginx = await ensureDebianPackage("nginx");
});

const startedHome = sharedHome({ fakeBrowser: true });
let deployed: Promise<LocalHome> | undefined;
/** The home of all tests, whose service has the app. */
function atHome(): Promise<LocalHome> {
  deployed ??= (async () => {
    const home = await startedHome();
    mkdirSync(join(home.dir, "app"));
    const before = 'import { existsSync } from "node:fs";';
    writeFileSync(join(home.dir, "app/app.ts"), appSource(actions, { before }));
    expect((await home.cli(["apps", "deploy", "app/app.ts"])).code).toBe(0);
    return home;
  })();
  return deployed;
}

const actions = `
  wait: async (_context, { file }) => {
    console.log("first");
    while (!existsSync(file)) await new Promise((done) => setTimeout(done, 20));
    console.log("last");
  },`;

/** Starts an invocation that prints a line, and another line as soon as the file exists. */
async function begin(home: LocalHome): Promise<{ id: string; goOn: () => void }> {
  const file = join(home.dir, `go-on-${randomUUID()}`);
  const words = ["invoke", "demo", "wait", "--payload", JSON.stringify({ file }), "--async"];
  const { id } = await home.json<{ id: string }>(words);
  return { id, goOn: () => writeFileSync(file, "") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

/** The environment in which commands go through a proxy. */
const through = (url: string, home: LocalHome): Record<string, string> => ({
  BROWSERCTL_BASE_URL: url,
  BROWSERCTL_TOKEN: upstream(home).token,
});

const upstream = (home: LocalHome): WrittenState => writtenState(home.stateDir) ?? expect.fail("no service");

/** nginx in front of a service: it buffers and compresses responses. Returns its address. */
async function nginxBefore(home: LocalHome): Promise<string> {
  const port = await freePort();
  const directory = join(home.dir, "nginx");
  mkdirSync(directory);
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join(" ");
  writeFileSync(
    join(directory, "nginx.conf"),
    `daemon off; master_process off; pid ${directory}/pid; error_log ${directory}/error.log;
     events {}
     http { access_log off; ${temp} gzip on; gzip_types text/event-stream; gzip_min_length 1;
       server { listen 127.0.0.1:${port}; location / { proxy_pass ${upstream(home).base_url}; proxy_http_version 1.1; } } }`,
  );
  const child = spawn(
    nginx,
    ["-p", directory, "-c", join(directory, "nginx.conf"), "-e", join(directory, "error.log")],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await gone;
    rmSync(directory, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(url).then(
        () => "",
        (error: Error) => error.message,
      ),
    (problem) => problem === "",
  );
  return url;
}

/** Proxy that forwards nothing, not even the head of an answer, before it has the whole answer. Returns its address. */
async function hoarderBefore(home: LocalHome): Promise<string> {
  const server = createHttpServer((request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const headers = { authorization: request.headers.authorization ?? "" };
    fetch(`${upstream(home).base_url}${request.url}`, { headers, signal: gone.signal })
      .then(
        async (answer) => {
          const body = Buffer.from(await answer.arrayBuffer());
          response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(body);
        },
        () => response.destroy(),
      )
      .catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("nginx, which buffers and compresses responses, forwards events as they come", async () => {
  const home = await atHome();
  const { id, goOn } = await begin(home);
  const tail = startCli(["invocations", "tail", id], { home, env: through(await nginxBefore(home), home) });
  await tail.shows("first\n");
  goOn();
  expect(await tail.done).toMatchObject({ code: 0, stdout: "first\nlast\n" });
});

test("a proxy that buffers everything takes a while, and nothing is lost", async () => {
  const home = await atHome();
  const { id, goOn } = await begin(home);
  const env = through(await hoarderBefore(home), home);
  const tail = startCli(["invocations", "tail", id, "--idle-timeout", "1s"], { home, env });
  await tail.shows("the stream ended early (no response within 1 s); attempt 2 ");
  expect(tail.stdout()).toBe("");
  goOn();
  const { code, stdout, stderr } = await tail.done;
  expect(code, stderr).toBe(0);
  expect(stdout).toBe("first\nlast\n");
});
