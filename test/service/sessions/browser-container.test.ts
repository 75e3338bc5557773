import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ChangingBrowser } from "../../support/browser/fake-browser.ts";
import { mountedName } from "../../support/machine/mounted.ts";
import { SessionApi } from "../../support/machine/processes.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { content, downloads, type Open, open, rootOf, show } from "./support/browser-client.ts";
import { confinedSessions } from "./support/confined-sessions.ts";

/** A stand-in only for sessions whose browser no test looks into. */
const program = new ChangingBrowser();
let service: TestService;
let url: string;
let stop: () => Promise<void>;
/** Session with a client. */
let one: Open;
beforeAll(async () => {
  program.useChromium();
  ({ service, url, stop } = await confinedSessions({ browser: program.path }));
  one = await open(service);
});
afterAll(() => stop());

describe("what a client of the CDP address can open", () => {
  test("status and the session's record say that the browser is in the container", async () => {
    const { browser } = (await service.api("GET", "/_local/status")).body;
    expect(browser).toMatchObject({ confined: true });
    expect(browser.confined_reason).toBeUndefined();
    expect((await service.api("GET", `/_local/browsers/${one.session.id}`)).body).toMatchObject({ confined: true });
  });

  test("a CDP client can open the session's files, at the paths that its processes see", async () => {
    await one.session.sh(
      "echo mine > /home/user/a.txt; mkdir -p /data; echo too > /data/b.txt; echo temp > /tmp/c.txt",
    );
    expect(await show(one, "/home/user/a.txt")).toBe("mine\n");
    expect(await show(one, "/data/b.txt")).toBe("too\n");
    expect(await show(one, "/tmp/c.txt")).toBe("temp\n");
  });

  test("a CDP client can open nothing of the state directory, of a home or of another session", async () => {
    program.useStandIn();
    const other = new SessionApi(service, (await service.create({ timeout_seconds: 3600 })).session_id);
    program.useChromium();
    await other.sh("echo secret > /home/user/other.txt; echo secret > /tmp/other.txt");
    const otherRoot = await rootOf(other);
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
    for (const path of ["/etc/shadow", "/etc/environment", "/etc/fstab"])
      expect(await show(one, path), path).toMatch(/^refused: .*ERR_FILE_NOT_FOUND/);
    expect(await show(one, "/etc/passwd")).toMatch(/^(.*:\/home\/user:\/bin\/sh\n){1,2}/m);
    expect(await show(one, "/etc/hosts")).toMatch(/^127\.0\.0\.1 localhost\n::1 .*\n127\.0\.1\.1 session\n$/);
  });

  test("a CDP client can open no system settings that are not world-readable", async () => {
    const script = `find /etc ! -type l ! -perm -o+r -prune -type f -size +0 -print; find /etc ! -type l ! -perm -o+r -prune -type d ! -empty -print`;
    expect((await one.session.sh(script)).stdout).toBe("");
    const { stdout } = await one.session.sh(
      "cat /etc/hostname /etc/ssl/openssl.cnf | head -2; ls /etc/ssl/certs | head -1",
    );
    expect(stdout.trim().split("\n").length).toBeGreaterThan(1);
  });

  test("a CDP client can reach no socket of the machine's services", async () => {
    const run = await show(one, "/run");
    expect(run).toContain("browserctl");
    expect(run).not.toMatch(/dbus|systemd|docker|user|lock|utmp/);
  });

  test("no process learns where the service keeps its state, and none has the token", async () => {
    const { stdout } = await one.session.sh(
      "cat /proc/*/mountinfo /proc/*/mounts /proc/*/cmdline /proc/*/environ /proc/net/unix 2>/dev/null | tr '\\0' '\\n'; ls -l /proc/*/fd /proc/*/cwd /proc/*/root 2>/dev/null",
    );
    expect(stdout).toContain("--type=renderer");
    expect(stdout).not.toContain(mountedName(service.stateDir));
    expect(stdout).not.toContain(service.token);
    expect(stdout).not.toContain(process.env["HOME"] === "/" ? "\0" : `HOME=${process.env["HOME"]}\n`);
  });

  test("there is shared memory for many pages, and a separate home for the browser", async () => {
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

describe("downloads of a session without a client", () => {
  let session: SessionApi;
  beforeAll(async () => {
    const body = { timeout_seconds: 3600, start_url: `${url}at-once` };
    session = new SessionApi(service, (await service.create(body)).session_id);
  });

  test("a page's download lands in the session, where file operations read it", async () => {
    await until(
      () => downloads(session),
      (names) => names.includes("own.txt"),
    );
    // Chromium reserves the name with an empty file.
    await until(
      () => content(session, "/home/user/Downloads/own.txt"),
      (text) => text === "content of own.txt",
    );
    expect(await readFile(join(await rootOf(session), "home/user/Downloads/own.txt"), "utf8")).toContain("content");
  });

  test("playwright execute reads the download of its page; the file stays when its own copy is removed", async () => {
    const code = `await page.goto(${JSON.stringify(url)});
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#a")]);
      return [await download.path(), require("node:fs").readFileSync(await download.path(), "utf8")];`;
    const { body } = await session.call("POST", "playwright/execute", { code });
    expect(body).toMatchObject({ success: true });
    expect(body.result).toEqual([expect.stringMatching(/^\/tmp\/playwright-artifacts-/), "content of report.txt"]);
    const kept = await until(
      async () => (await downloads(session)).filter((name) => name !== "own.txt"),
      (names) => names.length > 0,
      {
        what: () =>
          `a kept download; the log has\n${service.log.filter((line) => !line.includes("list_files")).join("\n")}`,
      },
    );
    expect(kept).toEqual(["report.txt"]);
    const own = basename(dirname(body.result[0]));
    for (const place of [tmpdir(), join(await rootOf(session), "tmp")]) expect(await readdir(place)).not.toContain(own);
  });
});

describe("files of a session with a client", () => {
  test("a client's download lands in the session too, by its name, wherever the client has directed it", async () => {
    const { session, page, browser } = one;
    await page.goto(url);
    const waiting = page.waitForEvent("download");
    await page.click("#a");
    const download = await waiting;
    expect(download.suggestedFilename()).toBe("report.txt");
    await until(
      () => downloads(session),
      (names) => names.length === 1,
    );
    const context = await browser.newContext();
    const another = await context.newPage();
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
    await context.close();
  });

  test("a file input takes files by the session's paths", async () => {
    const { session, browser, page } = one;
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

  test("an extension in a directory of this machine is refused with the operation to use", async () => {
    const client = await one.browser.newBrowserCDPSession();
    await expect(client.send("Extensions.loadUnpacked", { path: process.cwd() })).rejects.toThrow(
      "the browser sees only the files of its session; for a directory of this machine, load one with `browserctl browsers extensions upload <session> <directory>`",
    );
  });

  // The last one: the link stays.
  test("a link that a process plants leads only into the session", async () => {
    const { session, browser, page } = one;
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
