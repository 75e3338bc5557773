import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { stopService } from "../../src/service/lifecycle/stop.ts";
import { readLocalState } from "../../src/settings/local-state.ts";
import { runAsUser } from "../support/as-user.ts";
import { CHROMIUM } from "../support/chromium.ts";
import { ensureDebianPackage } from "../support/debian-package.ts";
import { SessionApi } from "../support/processes.ts";
import { callApi, processesOf, startService, type TestService, tempDir } from "../support/service.ts";
import type { SeenAsUser } from "../support/service-as-user.ts";
import { until } from "../support/until.ts";

vi.setConfig({ testTimeout: 90_000 });

let service: TestService;
let site: Server;
let url: string;
const clients: Browser[] = [];
beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  site = createServer((request, response) => {
    if (request.url?.startsWith("/file/")) {
      const name = decodeURIComponent(request.url.slice("/file/".length));
      response.setHeader("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
      response.end(`content of ${name}`);
      return;
    }
    response.setHeader("content-type", "text/html");
    if (request.url === "/at-once") {
      response.end(`<script>location.href = "/file/own.txt"</script>`);
      return;
    }
    response.end(`<a id=a download href="/file/report.txt">get</a><input type=file id=f>`);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  service = await startService();
}, 300_000);
afterAll(async () => {
  for (const client of clients) await client.close();
  site.closeAllConnections();
  site.close();
  await service.stop();
});

interface Open {
  session: SessionApi;
  browser: Browser;
  page: Page;
}

/** A session with a client of its CDP address, which has nothing but that. */
async function open(from = service, body: Record<string, unknown> = {}): Promise<Open> {
  const record = await from.create({ timeout_seconds: 3600, ...body });
  const browser = await chromium.connectOverCDP(record.cdp_ws_url);
  clients.push(browser);
  const page = browser.contexts()[0]?.pages()[0] as Page;
  return { session: new SessionApi(from, record.session_id), browser, page };
}

const rootOf = async ({ service: from, id }: SessionApi): Promise<string> =>
  (await from.api("GET", `/_local/browsers/${id}`)).body.root;

/** Navigates a page to a path and returns the text that it shows; the error if the navigation fails. */
async function show({ browser }: Open, path: string): Promise<string> {
  // One of its own: the page of an error that is still on its way interrupts the next navigation.
  const page = (await browser.contexts()[0]?.newPage()) as Page;
  try {
    await page.goto(`file://${path}`);
    return (await page.textContent("body")) ?? "";
  } catch (error) {
    return `refused: ${(error as Error).message.split("\n")[0]}`;
  } finally {
    await page.close();
  }
}

const downloads = async ({ service: from, id }: SessionApi): Promise<string[]> => {
  const { body } = await from.api("GET", `/browsers/${id}/fs/list_files?path=/home/user/Downloads`);
  return body.map((one: { name: string }) => one.name).sort();
};

const content = async ({ service: from, id }: SessionApi, path: string): Promise<string> =>
  (await from.api("GET", `/browsers/${id}/fs/read_file?path=${encodeURIComponent(path)}`)).text;

describe("what a client of the CDP address can open", () => {
  let one: Open;
  beforeAll(async () => {
    one = await open();
  });

  test("status and the session's record say that the browser is in the container", async () => {
    const { browser } = (await service.api("GET", "/_local/status")).body;
    expect(browser).toMatchObject({ confined: true });
    expect(browser.confined_reason).toBeUndefined();
    expect((await service.api("GET", `/_local/browsers/${one.session.id}`)).body).toMatchObject({ confined: true });
  });

  test("the session's files, at the paths that its processes see", async () => {
    await one.session.sh(
      "echo mine > /home/user/a.txt; mkdir -p /data; echo too > /data/b.txt; echo temp > /tmp/c.txt",
    );
    expect(await show(one, "/home/user/a.txt")).toBe("mine\n");
    expect(await show(one, "/data/b.txt")).toBe("too\n");
    expect(await show(one, "/tmp/c.txt")).toBe("temp\n");
  });

  test("nothing of the state folder, of a home or of another session", async () => {
    const other = await open();
    await other.session.sh("echo secret > /home/user/other.txt; echo secret > /tmp/other.txt");
    const otherRoot = await rootOf(other.session);
    const home = process.env["HOME"] ?? "/root";
    const paths = [
      service.stateDir,
      join(service.stateDir, "service.json"),
      service.tempRoot,
      home,
      process.cwd(),
      join(process.cwd(), "package.json"),
      otherRoot,
      join(await realpath(otherRoot), "home/user/other.txt"),
      "/home/user/other.txt",
      "/tmp/other.txt",
    ];
    for (const path of paths) expect(await show(one, path), path).toMatch(/^refused: .*ERR_FILE_NOT_FOUND/);
    expect(await show(one, "/etc/shadow")).toMatch(/^(refused: .*ERR_ACCESS_DENIED.*)?$/);
  });

  test("nothing of the system's settings that not everybody may read", async () => {
    const script = `find /etc ! -type l ! -perm -o+r -prune -type f -size +0 -print; find /etc ! -type l ! -perm -o+r -prune -type d ! -empty -print`;
    expect((await one.session.sh(script)).stdout).toBe("");
    const { stdout } = await one.session.sh(
      "cat /etc/hostname /etc/ssl/openssl.cnf | head -2; ls /etc/ssl/certs | head -1",
    );
    expect(stdout.trim().split("\n").length).toBeGreaterThan(1);
  });

  test("no socket of the machine's services", async () => {
    const run = await show(one, "/run");
    expect(run).toContain("browserctl");
    expect(run).not.toMatch(/dbus|systemd|docker|user|lock|utmp/);
  });

  test("no process learns where the service keeps its state, and none has the token", async () => {
    const { stdout } = await one.session.sh(
      "cat /proc/*/mountinfo /proc/*/mounts /proc/*/cmdline /proc/*/environ /proc/net/unix 2>/dev/null | tr '\\0' '\\n'; ls -l /proc/*/fd /proc/*/cwd /proc/*/root 2>/dev/null",
    );
    expect(stdout).toContain("--type=renderer");
    expect(stdout).not.toContain(service.stateDir);
    expect(stdout).not.toContain(service.token);
    expect(stdout).not.toContain(process.env["HOME"] === "/" ? "\0" : `HOME=${process.env["HOME"]}\n`);
  });

  test("there is shared memory for many pages, and a home of its own for the browser", async () => {
    const { stdout } = await one.session.sh(
      "p=$(pgrep -o chromium || pgrep -o chrome); df -k /proc/$p/root/dev/shm | tail -1; tr '\\0' '\\n' < /proc/$p/environ | grep ^HOME; ls -A ~",
    );
    const [line = "", home, ...files] = stdout.trim().split("\n");
    expect(Number(line.split(/\s+/)[3])).toBeGreaterThan(256 * 1024);
    expect(home).toBe("HOME=/run/browserctl/browser");
    expect(files).toEqual(expect.arrayContaining(["Downloads"]));
    expect(files.filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("the profile is not among the session's files, for its processes and for file operations", async () => {
    expect((await one.session.sh("ls -d /run/browserctl/profile /run/browserctl/extensions 2>&1")).code).not.toBe(0);
    expect((await one.session.sh("find / -xdev -name 'Local State' -o -xdev -name Cookies 2>/dev/null")).stdout).toBe(
      "",
    );
    const { status } = await service.api(
      "GET",
      `/browsers/${one.session.id}/fs/list_files?path=/run/browserctl/profile`,
    );
    expect(status).toBe(400);
  });

  test("the browser is beside the session's processes, in the same namespaces", async () => {
    const { body } = await service.api("GET", `/_local/browsers/${one.session.id}`);
    const sleeper = await one.session.spawn({ command: "sleep", args: ["1000"] });
    for (const name of ["pid", "user", "net"]) {
      const [browser, process] = await Promise.all(
        [body.pid, sleeper.pid].map((pid) => readlink(`/proc/${pid}/ns/${name}`)),
      );
      expect(browser).toBe(process);
    }
    expect(await readlink(`/proc/${body.pid}/ns/pid`)).not.toBe(await readlink("/proc/self/ns/pid"));
    expect((await one.session.sh("ps ax -o args=")).stdout).toMatch(/--type=renderer[\s\S]*sleep 1000/);
    await sleeper.kill("KILL");
  });
});

describe("downloads", () => {
  test("a page's lands in the session, where file operations read it", async () => {
    const body = { timeout_seconds: 3600, start_url: `${url}at-once` };
    const session = new SessionApi(service, (await service.create(body)).session_id);
    await until(
      () => downloads(session),
      (names) => names.includes("own.txt"),
    );
    expect(await content(session, "/home/user/Downloads/own.txt")).toBe("content of own.txt");
    expect(await readFile(join(await rootOf(session), "home/user/Downloads/own.txt"), "utf8")).toContain("content");
  });

  test("a client's lands there too, by its name, wherever the client has asked for it", async () => {
    const { session, page, browser } = await open();
    await page.goto(url);
    const waiting = page.waitForEvent("download");
    await page.click("#a");
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("report.txt");
    await until(
      () => downloads(session),
      (names) => names.length === 1,
    );
    const another = await (await browser.newContext()).newPage();
    await another.goto(url);
    const second = another.waitForEvent("download");
    await another.click("#a");
    await second;
    expect(
      await until(
        () => downloads(session),
        (names) => names.length === 2,
      ),
    ).toEqual(["report (1).txt", "report.txt"]);
    expect(await content(session, "/home/user/Downloads/report.txt")).toBe("content of report.txt");
  });

  test("playwright execute reads what its page downloaded; the file stays when its own copy goes", async () => {
    const session = new SessionApi(service, (await service.create({ timeout_seconds: 3600 })).session_id);
    const before = await readdir(process.env["TMPDIR"] ?? "/tmp");
    const code = `await page.goto(${JSON.stringify(url)});
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#a")]);
      return [await download.path(), require("node:fs").readFileSync(await download.path(), "utf8")];`;
    const { body } = await session.call("POST", "playwright/execute", { code });
    expect(body).toMatchObject({ success: true });
    expect(body.result).toEqual([expect.stringMatching(/^\/tmp\/playwright-artifacts-/), "content of report.txt"]);
    expect(await downloads(session)).toEqual(["report.txt"]);
    const left = (await readdir(process.env["TMPDIR"] ?? "/tmp")).filter((name) => !before.includes(name));
    expect(left.filter((name) => name.startsWith("playwright"))).toEqual([]);
  });

  test("a link that a process puts in the way leads nowhere but into the session", async () => {
    const { session, browser, page } = await open();
    await session.sh("rm -rf ~/Downloads; ln -s /etc ~/Downloads; mkdir /tmp/mine");
    const client = await browser.newBrowserCDPSession();
    await client.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: "/tmp/mine",
      eventsEnabled: true,
    });
    const done = new Promise<void>((resolve) => {
      client.on("Browser.downloadProgress", ({ state }) => state === "completed" && resolve());
    });
    await page.goto(url);
    await page.click("#a");
    await done;
    await until(
      () => service.log,
      (lines) => lines.some((line) => line.includes('cannot keep the download "report.txt"')),
    );
    expect(await readdir("/etc")).not.toContain("report.txt");
  });
});

test("a file input takes files by the session's paths", async () => {
  const { session, browser, page } = await open();
  await session.sh("echo uploaded > /home/user/in.txt");
  await page.goto(url);
  const client = await browser.contexts()[0]?.newCDPSession(page);
  const { root } = (await client?.send("DOM.getDocument")) ?? { root: { nodeId: 0 } };
  const { nodeId } = (await client?.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#f" })) ?? {
    nodeId: 0,
  };
  const read = `(async () => { try { return await document.querySelector("#f").files[0].text() } catch (e) { return e.name } })()`;
  await client?.send("DOM.setFileInputFiles", { nodeId, files: ["/home/user/in.txt"] });
  expect(await page.evaluate(read)).toBe("uploaded\n");
  await client?.send("DOM.setFileInputFiles", { nodeId, files: [join(service.stateDir, "service.json")] });
  expect(await page.evaluate(read)).toBe("NotFoundError");
});

describe("ends", () => {
  const folders = (): Promise<string[]> => readdir(join(service.stateDir, "sessions"));

  test("a browser that crashes ends the session, says so, and leaves no process of the container", async () => {
    const { session } = await open();
    const { body } = await service.api("GET", `/_local/browsers/${session.id}`);
    const dir = await realpath(join(service.stateDir, "sessions", session.id));
    process.kill(body.pid, "SIGKILL");
    const { body: after } = await until(
      () => service.api("GET", `/_local/browsers/${session.id}`),
      (answer) => answer.body.state === "deleted",
    );
    expect(after.end_reason).toBe("the browser ended unexpectedly: Chromium was ended by SIGKILL");
    await until(folders, (names) => !names.includes(session.id));
    expect(await holdersOf(dir)).toEqual([]);
  });

  test("a container that is killed takes the browser with it, and the session ends", async () => {
    const { session } = await open();
    const dir = await realpath(join(service.stateDir, "sessions", session.id));
    const { body } = await service.api("GET", `/_local/browsers/${session.id}`);
    const stat = await readFile(`/proc/${body.pid}/status`, "utf8");
    expect(stat).toMatch(/NSpid:\t\d+\t\d+/);
    const all = await holdersOf(dir);
    const init = (
      await Promise.all(
        all.map(async (pid) => ((await readFile(`/proc/${pid}/status`, "utf8")).includes("\t1\n") ? pid : undefined)),
      )
    ).find((pid) => pid !== undefined);
    process.kill(init ?? 0, "SIGKILL");
    await until(
      () => service.api("GET", `/_local/browsers/${session.id}`),
      (answer) => answer.body.state === "deleted",
    );
    await until(folders, (names) => !names.includes(session.id));
    expect(await holdersOf(dir)).toEqual([]);
  });

  test("a process that ends everything it can reach ends the browser too, and the reason is told", async () => {
    const { session } = await open();
    await session.exec({ command: "sh", args: ["-c", "kill -9 -1; sleep 1"] });
    const { body } = await until(
      () => service.api("GET", `/_local/browsers/${session.id}`),
      (answer) => answer.body.state === "deleted",
    );
    expect(body.end_reason).toMatch(/^the browser ended unexpectedly/);
  });
});

/** Processes that see something of a directory. */
async function holdersOf(dir: string): Promise<number[]> {
  const pids: number[] = [];
  for (const name of (await readdir("/proc")).filter((one) => /^\d+$/.test(one))) {
    const mounts = await readFile(`/proc/${name}/mountinfo`, "utf8").catch(() => "");
    if (mounts.includes(`${dir}/`)) pids.push(Number(name));
  }
  return pids;
}

describe("where the browser cannot run in a container", () => {
  async function startWith(options: Parameters<typeof startService>[0]): Promise<TestService> {
    const plain = await startService(options);
    onTestFinished(() => plain.stop());
    return plain;
  }

  test("status says why and what is weaker, and the browser runs all the same", async () => {
    const folder = await tempDir();
    onTestFinished(() => rm(folder, { recursive: true }));
    const hidden = join(folder, "real");
    await mkdir(hidden);
    await writeFile(join(hidden, "run"), `#!/bin/sh\nexec ${CHROMIUM} "$@"\n`);
    const wrapper = join(folder, "wrapper");
    await writeFile(wrapper, `#!/bin/sh\nexec ${hidden}/run "$@"\n`);
    await Promise.all([chmod(wrapper, 0o755), chmod(join(hidden, "run"), 0o755)]);
    const plain = await startWith({ env: { ...process.env, BROWSERCTL_CHROMIUM: wrapper } });
    const { browser, container } = (await plain.api("GET", "/_local/status")).body;
    expect(container).toEqual({ available: true });
    expect(browser.confined).toBe(false);
    expect(browser.confined_reason).toMatch(
      /^the browser does not run in a container here: .*not found.*; a browser sees/,
    );
    const { session } = await open(plain);
    expect((await plain.api("GET", `/_local/browsers/${session.id}`)).body).toMatchObject({ confined: false });
    await session.exec({ command: "sh", args: ["-c", "kill -9 -1; sleep 1"] });
    // Its processes have a container all the same; the next one gets a new one.
    expect((await session.sh("echo works")).stdout).toBe("works\n");
    expect(plain.log.join("\n")).toContain("browsers of sessions run without a container: the browser does not run");
  });

  test("without bubblewrap downloads land in the session's root all the same", async () => {
    const home = await tempDir();
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const plain = await startWith({ env: { ...process.env, PATH: "/nowhere", HOME: home } });
    const { browser } = (await plain.api("GET", "/_local/status")).body;
    expect(browser).toMatchObject({
      confined: false,
      confined_reason: expect.stringContaining("bubblewrap is not installed"),
    });
    const { session_id } = await plain.create({ timeout_seconds: 3600, start_url: `${url}at-once` });
    const session = new SessionApi(plain, session_id);
    await until(
      () => downloads(session),
      (names) => names.includes("own.txt"),
    );
    await plain.api("DELETE", `/browsers/${session_id}`);
    expect(await readdir(home)).toEqual([]);
  });
});

test.skipIf(process.getuid?.() !== 0)(
  "an ordinary user has the same, with Chromium's own sandbox on inside",
  async () => {
    const seen = (await runAsUser("service-as-user.ts")) as SeenAsUser;
    expect(seen.status.browser).toMatchObject({ sandboxed: true, confined: true });
    expect(seen.status.browser).not.toHaveProperty("sandbox_reason");
    expect(seen).toMatchObject({ uid: "65534", told: false, shown: { state: "", home: "" } });
    expect(seen.shown.sandbox).toContain("You are adequately sandboxed");
    expect(seen.shown.own).toContain("Downloads");
    expect(seen.renderers).toBeGreaterThan(0);
    expect(seen.left).toBe(0);
  },
);

describe("kill -9 of the service", () => {
  test.for([1, 4, 8, 14])("while a session starts, with %i processes there, leaves none", async (count) => {
    const stateDir = await tempDir();
    const script = join(import.meta.dirname, "../support/serve-process.ts");
    const options = JSON.stringify({ stateDir, version: "0.1.0", port: 0 });
    const child = spawn(process.execPath, [script, options], { stdio: "ignore" });
    const exited = once(child, "exit");
    onTestFinished(async () => {
      await stopService({ stateDir });
      await rm(stateDir, { recursive: true, force: true });
    });
    const state = await until(
      () => readLocalState(stateDir),
      (value) => value !== undefined,
      { boundMs: 30_000 },
    );
    const { base_url = "", token = "" } = state ?? {};
    const creates = [1, 2].map(() =>
      callApi(base_url, token, "POST", "/browsers", { json: {} }).catch(() => undefined),
    );
    // The service's own process names the folder too.
    await until(
      () => processesOf(stateDir),
      (pids) => pids.length > count,
      { boundMs: 30_000 },
    );
    child.kill("SIGKILL");
    await exited;
    await Promise.all(creates);
    await until(
      () => processesOf(stateDir),
      (pids) => pids.length === 0,
    );
    await stopService({ stateDir });
    expect(existsSync(state?.temp_dir ?? "")).toBe(false);
  });
});
