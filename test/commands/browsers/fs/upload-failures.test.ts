import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { jsonError, program, quote, runCli, runHere, temporaryHome } from "../../../support/cli/run-cli.ts";
import { nowhere } from "../../../support/servers/nowhere.ts";
import { proxyServer } from "../../../support/servers/proxy-server.ts";
import { certificate } from "../../../support/servers/tls-server.ts";
import { uploadServer } from "../../../support/servers/upload-server.ts";
import { until } from "../../../support/until.ts";
import { data, homeWith, sent, sentApart, sum } from "./support/uploading.ts";

describe("an answer that comes before the end", () => {
  test.each([
    [413, 0],
    [413, 3_000_000],
    [404, 0],
    [401, 1],
    [500, 3_000_000],
  ])("answer %d after %d bytes of an upload is reported", async (status, answerAfter) => {
    const home = homeWith({ big: data });
    const words = ["upload", "s1", "big", "--dest", "/x", "-o", "json"];
    const { cli, server } = await sentApart(words, home, [{ status, answerAfter }]);
    const error = jsonError(await cli.done);
    expect(error).toMatchObject({ code: `code_${status}`, message: `it is ${status}`, http_status: status });
    expect(server.uploads).toHaveLength(1);
    expect(server.uploads[0]?.whole).toBe(false);
  });

  test("a connection that closes during an upload is exit 5", async () => {
    const home = homeWith({ big: data });
    const { cli } = await sentApart(["upload", "s1", "big", "--dest", "/x", "-o", "json"], home, [
      { cutAfter: 500_000 },
    ]);
    expect(jsonError(await cli.done)).toMatchObject({
      exit_code: 5,
      message: expect.stringMatching(/^cannot reach .*: the connection was /),
    });
  });
});

describe("files that cannot be sent", () => {
  const upload = (...paths: string[]): string[] => ["upload", "s1", ...paths, "--dest", "/x/", "-o", "json"];
  test.each<[string, string, string]>([
    ["missing", "none", 'cannot read "none": no such file or directory'],
    ["a device", "/dev/null", 'cannot read "/dev/null": is not a file'],
    ["below a file", "f/x", 'cannot read "f/x": a part of the path is not a directory'],
  ])("%s: exit 10 before the network", async (_what, path, message) => {
    const home = homeWith({ f: "1", "dir/f": "1" });
    const error = jsonError(await runHere(["browsers", "fs", ...upload("f", path)], { home, env: nowhere }));
    expect(error).toMatchObject({ exit_code: 10, message });
  });

  test("an upload of an unreadable file is exit 10 and named", async () => {
    const home = homeWith({ "secret.txt": "1" });
    await execa("chmod", ["000", join(home.dir, "secret.txt")]);
    const server = await uploadServer();
    // Root may read everything unless that is taken from it.
    const words = [process.execPath, program, "browsers", "fs", ...upload("secret.txt")];
    const drop = process.getuid?.() === 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : [];
    const [file = "", ...rest] = [...drop, ...words];
    const result = await execa(file, rest, {
      cwd: home.dir,
      env: { ...home.env, ...server.env },
      extendEnv: false,
      reject: false,
    });
    expect([result.exitCode, result.stdout]).toEqual([10, ""]);
    expect(result.stderr).toContain(String.raw`cannot read \"secret.txt\": permission denied`);
  });

  test.each<[string, (path: string) => void, string]>([
    ["vanishes", (path) => rmSync(path), 'cannot read "second": no such file or directory'],
    ["grows", (path) => appendFileSync(path, "more"), '"second" changed during the upload'],
    ["shrinks", (path) => writeFileSync(path, "1"), '"second" changed during the upload'],
    ["is written anew", (path) => writeFileSync(path, data), '"second" changed during the upload'],
  ])("one that %s before its turn comes is exit 10, and not tried again", async (_what, change, message) => {
    const home = homeWith({ first: data, second: data });
    const { server, cli } = await sentApart(upload("first", "second"), home, [{ stallAfter: 100_000 }]);
    await server.received(100_000);
    change(join(home.dir, "second"));
    server.release();
    expect(jsonError(await cli.done)).toMatchObject({ exit_code: 10, message });
    expect(server.uploads).toHaveLength(1);
    expect(server.uploads[0]?.whole).toBe(false);
  });

  test("an upload of a file that changes meanwhile is exit 10", async () => {
    // More than the buffers between the two can hold: it is still being read when it changes.
    const home = homeWith({ only: "" });
    truncateSync(join(home.dir, "only"), 64 * 2 ** 20);
    const { server, cli } = await sentApart(["write", "s1", "/x", "@only", "-o", "json"], home, [
      { stallAfter: 100_000 },
    ]);
    await server.received(100_000);
    appendFileSync(join(home.dir, "only"), "more");
    server.release();
    expect(jsonError(await cli.done)).toMatchObject({ exit_code: 10, message: '"only" changed during the upload' });
    expect(server.uploads).toHaveLength(1);
    // A server that has it whole stores it, and may answer before the client sees the change.
    expect(server.uploads[0]?.whole).toBe(false);
  });

  test("an upload whose temporary file does not fit is exit 10, named, and leaves no file", async () => {
    const home = homeWith({ "site/big": Buffer.concat([data, Buffer.alloc(data.length)]) });
    const tmp = mkdtempSync(join(home.dir, "tmp-"));
    const server = await uploadServer();
    const full = async (words: string, input?: Buffer) => {
      // A limit on the size of files is what every user can set; the system says so as a full disk does.
      const script = `ulimit -f 2000; trap '' XFSZ; exec ${quote(process.execPath)} ${quote(program)} browsers fs ${words}`;
      const env = { ...home.env, ...server.env, TMPDIR: tmp, NODE_DISABLE_COMPILE_CACHE: "1" };
      return execa("bash", ["-c", script], {
        cwd: home.dir,
        env,
        extendEnv: false,
        reject: false,
        ...(input ? { input } : { stdin: "ignore" as const }),
      });
    };
    for (const result of [await full("upload-zip s1 site --dest /x"), await full("write s1 /x -", data)]) {
      expect(result.exitCode).toBe(10);
      expect(result.stderr).toMatch(/^error: cannot (pack "site|write ".*stdin)/);
    }
    expect(readdirSync(tmp)).toEqual([]);
    expect(server.uploads).toEqual([]);
  });
});

describe("interrupted at half", () => {
  test.each<[string, string[], NodeJS.Signals, number]>([
    ["a form", ["upload", "s1", "big", "--dest", "/x"], "SIGINT", 130],
    ["a file", ["write", "s1", "/x", "@big"], "SIGTERM", 143],
    ["a directory that is packed", ["upload-zip", "s1", "site", "--dest", "/x"], "SIGINT", 130],
    ["a directory that was packed", ["upload-zip", "s1", "packed", "--dest", "/x"], "SIGINT", 130],
    ["a pipe that was kept", ["write", "s1", "/x", "-"], "SIGINT", 130],
  ])("%s: exit 130 or 143, and nothing is left", async (_what, words, signal, exit) => {
    const home = homeWith({
      big: data,
      "site/big": data,
      "packed/big": Buffer.concat([data, Buffer.alloc(data.length)]),
    });
    const options = words.includes("-") ? { stdin: data } : {};
    const { server, cli, staged } = await sentApart(words, home, [{ stallAfter: 4_000_000 }], options);
    await until(() => server.uploads.length === 1, { what: () => "the upload to begin" });
    await server.received(4_000_000);
    cli.kill(signal);
    const { code, stdout } = await cli.done;
    expect([code, stdout]).toEqual([exit, ""]);
    expect(staged()).toEqual([]);
  });

  test("Ctrl-C while the input is still read is exit 130 and sends nothing", async () => {
    const home = temporaryHome();
    const { server, cli, staged } = await sentApart(["write", "s1", "/x", "-"], home, [{}], { tty: true });
    await cli.shows("reading <content> from the terminal");
    expect(staged()).toHaveLength(1);
    cli.write("\u0003");
    expect((await cli.done).code).toBe(130);
    expect([staged(), server.uploads]).toEqual([[], []]);
  });
});

describe("progress", () => {
  test("progress of an upload is off in a pipe, a line for each 10 % with plain, and off with none or --quiet", async () => {
    const home = homeWith({ big: data });
    const words = ["upload", "s1", "big", "--dest", "/x"];
    const said = 'Uploaded "big" to /x (7.6 MiB).\n';
    expect((await sent(words, home)).stderr).toBe(said);
    const { stderr } = await sent([...words, "--progress", "plain"], home);
    expect(stderr.split("\n").filter((line) => line.startsWith("Uploading"))).toEqual(
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((percent) => `Uploading "big": ${percent}% of 7.6 MiB`),
    );
    expect((await sent([...words, "--progress", "none"], home)).stderr).toBe(said);
    expect((await sent([...words, "--progress", "plain", "--quiet"], home)).stderr).toBe("");
  });

  test("progress of an upload at a terminal is a bar, removed at the end", async () => {
    const home = homeWith({ big: data });
    const words = ["upload", "s1", "big", "--dest", "/x"];
    const { server, cli } = await sentApart(words, home, [{ stallAfter: 1_000_000 }], { tty: true });
    await cli.shows("MiB of 7.6 MiB");
    await cli.shows("█");
    server.release();
    const { code, stdout } = await cli.done;
    expect([code, stdout.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      expect.stringMatching(/Uploaded "big" to \/x \(7\.6 MiB\)\.$/),
    ]);
  });
});

describe("on the way", () => {
  test("an upload goes through a proxy unchanged", async () => {
    const home = homeWith({ big: data });
    const server = await uploadServer();
    const proxy = await proxyServer({ "api.test:80": server.port });
    const env = { ...server.env, BROWSERCTL_BASE_URL: "http://api.test", HTTP_PROXY: proxy.url };
    const words = ["browsers", "fs", "write", "s1", "/x", "@big", "--insecure-http"];
    expect(await runCli(words, { home, env })).toMatchObject({ code: 0 });
    expect(proxy.asked).toHaveLength(1);
    expect(server.uploads[0]).toMatchObject({ bytes: data.length, sha256: sum(data) });
    expect(server.uploads[0]?.headers["content-length"]).toBe(String(data.length));
  });

  test("an upload over TLS through a proxy's tunnel works, and reports early refusals", async () => {
    const home = homeWith({ big: data });
    const pair = {
      cert: readFileSync(certificate("elsewhere")),
      key: readFileSync(certificate("elsewhere").replace(/crt$/, "key")),
    };
    const server = await uploadServer([{}, { status: 413, answerAfter: 100_000 }], pair);
    const proxy = await proxyServer({ "elsewhere.example:443": server.port });
    const env = {
      ...server.env,
      BROWSERCTL_BASE_URL: "https://elsewhere.example",
      NODE_EXTRA_CA_CERTS: certificate("elsewhere"),
      HTTPS_PROXY: proxy.url,
    };
    const words = ["browsers", "fs", "upload", "s1", "big", "--dest", "/x", "-o", "json"];
    expect(await runCli(words, { home, env })).toMatchObject({ code: 0 });
    expect(server.uploads[0]?.headers["content-length"]).toBe(String(server.uploads[0]?.bytes));
    expect(jsonError(await runCli(words, { home, env }))).toMatchObject({ http_status: 413, message: "it is 413" });
  });
});
