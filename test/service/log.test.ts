import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { newApiKey } from "../../src/service/access/key-format.ts";
import { Clock } from "../../src/service/clock.ts";
import { createLog } from "../../src/service/log.ts";
import { LogFile } from "../../src/service/machine/log-file.ts";
import { until } from "../support/until.ts";

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "browserctl-log-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("records have level, the clock's time, fields and the trace of an error", () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) }, new Clock(Date.UTC(2026, 0, 2)));
  log.info("started");
  log.error({ session: "abc", err: new TypeError("no") }, "failed");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: "info", time: "2026-01-02T00:00:00.000Z", msg: "started" },
    {
      level: "error",
      time: "2026-01-02T00:00:00.000Z",
      session: "abc",
      err: { type: "TypeError", message: "no", stack: expect.stringContaining("log.test.ts") },
      msg: "failed",
    },
  ]);
  expect(lines.every((line) => line.endsWith("}\n"))).toBe(true);
});

test("declared secrets and users of URLs are in no record, at any depth", () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) }, new Clock());
  const secret = "s3cret-4711";
  log.info({ token: secret, request: { authorization: secret, cookie: secret }, body: { password: secret } }, "one");
  log.warn({ cdp_ws_url: secret, url: `https://ann:${secret}@a.example/` }, `http://ann:${secret}@b.example`);
  log.info({ body: { totp_secret: secret, values: { pin: secret } } }, "two");
  log.error({ err: new Error(`cannot reach "socks5://ann:${secret}@c.example"`) }, "three");
  const text = lines.join("");
  expect(text).not.toContain(secret);
  expect(text).toContain("[redacted]");
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).msg),
  ).toEqual(["one", "http://***@b.example", "two", "three"]);
});

test("an API key is in no record, not even when a path or an error contains it", () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) }, new Clock());
  const key = newApiKey();
  log.info({ path: `/org/api_keys/${key}` }, `DELETE /org/api_keys/${key} 404 1 ms`);
  log.error({ err: new Error(`"${key}"`) }, "two");
  const text = lines.join("");
  expect(text).not.toContain(key);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    path: "/org/api_keys/[redacted]",
    msg: "DELETE /org/api_keys/[redacted] 404 1 ms",
  });
});

test("a log begins a new file when one is full, keeps five in total, and loses no line that is kept", () => {
  const path = join(directory(), "service.log");
  const file = new LogFile(path, 1_000);
  const lines = Array.from({ length: 100 }, (_, at) => `${String(at).padStart(99, "0")}\n`);
  for (const line of lines) file.write(line);
  const names = ["service.log.4", "service.log.3", "service.log.2", "service.log.1", "service.log"];
  expect(readdirSync(join(path, "..")).sort()).toEqual(names.toSorted());
  const kept = names.map((name) => readFileSync(join(path, "..", name), "utf8"));
  expect(kept.join("")).toBe(lines.slice(50).join(""));
  expect(kept.every((text) => text.length <= 1_000)).toBe(true);
});

test("a log is readable only for its owner, even if the file was open to others before, and continues in it", () => {
  const path = join(directory(), "service.log");
  writeFileSync(path, "before\n", { mode: 0o644 });
  new LogFile(path).write("after\n");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toBe("before\nafter\n");
});

test("a log that cannot be written throws nothing", () => {
  const file = new LogFile(join(directory(), "missing", "service.log"));
  expect(() => file.write("one\n")).not.toThrow();
  expect(() => file.write("two\n")).not.toThrow();
});

test("lines survive kill -9 of the process that wrote them", async () => {
  const path = join(directory(), "service.log");
  const script = `
    import { LogFile } from ${JSON.stringify(import.meta.resolve("../../src/service/machine/log-file.ts"))};
    const file = new LogFile(${JSON.stringify(path)}, 20_000);
    for (let at = 0; at < 1_000; at += 1) file.write(at + "\\n");
    process.kill(process.pid, "SIGKILL");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "inherit" });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  expect(readFileSync(path, "utf8")).toBe(Array.from({ length: 1_000 }, (_, at) => `${at}\n`).join(""));
});

test.skipIf(process.platform !== "linux")(
  "lines that a full disk refuses are written whole when there is room",
  async () => {
    const path = directory();
    const holder = spawn("unshare", [
      ...["--user", "--map-root-user", "--mount", "sh", "-c"],
      'mount -t tmpfs -o size=64k tmpfs "$0" && echo ready && exec cat',
      path,
    ]);
    onTestFinished(async () => {
      holder.stdin.end();
      await once(holder, "exit");
    });
    await once(holder.stdout, "data");
    const disk = `/proc/${holder.pid}/root${path}`;
    const file = new LogFile(join(disk, "service.log"), 20_000);
    file.write("first\n");
    for (let at = 0, full = false; !full; at += 1) {
      try {
        writeFileSync(join(disk, `ballast-${at}`), Buffer.alloc(4_096));
      } catch {
        full = true;
      }
    }
    const refused = Array.from({ length: 300 }, (_, at) => `${String(at).padStart(99, "x")}\n`);
    for (const line of refused) file.write(line);
    for (const name of readdirSync(disk)) if (name.startsWith("ballast")) rmSync(join(disk, name));
    file.write("last\n");
    const text = (): string => {
      const names = readdirSync(disk).sort((one, other) => (one < other ? 1 : -1));
      return names.map((name) => readFileSync(join(disk, name), "utf8")).join("");
    };
    await until(text, (all) => all.includes("last"));
    expect(text()).toBe(["first\n", ...refused, "last\n"].join(""));
  },
);
