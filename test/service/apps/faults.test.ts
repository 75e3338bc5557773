import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startServiceWithFakeBrowser } from "../../support/browser/fake-browser.ts";
import { processesWith, uniqueSeconds } from "../../support/machine/processes.ts";
import { ensureDebianPackage } from "../../support/screen/debian-package.ts";
import { deployed, deploymentForm, eventsOf, invoke, messages, reached } from "../../support/service/app.ts";
import type { TestService } from "../../support/service/service.ts";
import { until } from "../../support/until.ts";
import { LogTail } from "./support/log-tail.ts";
import { printedInOrderTests } from "./support/printed-in-order.ts";

let service: TestService;
beforeAll(async () => {
  await ensureDebianPackage("bubblewrap", "bwrap");
  service = await startServiceWithFakeBrowser();
  await deployed(
    service,
    `
    print: async (_context, pieces) => {
      for (const piece of pieces) {
        await new Promise((done) => process.stdout.write(Buffer.from(piece, "base64"), done));
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    both: async () => {
      for (let n = 0; n < 200; n += 1) (n % 2 ? console.error : console.log)("o" + n);
    },
    stubborn: async (_context, seconds) => {
      process.on("SIGTERM", () => console.log("heard and ignored"));
      console.log("ready");
      spawn("sleep", [seconds], { detached: true, stdio: "ignore" });
      spawn("sh", ["-c", "trap '' TERM; sleep " + seconds + " & wait"], { stdio: "inherit" });
      for (;;) await new Promise((done) => setTimeout(done, 1000));
    },
    leave: async (_context, seconds) => {
      const left = [
        spawn("setsid", ["sleep", seconds], { detached: true, stdio: "inherit" }),
        spawn("sh", ["-c", "sleep " + seconds + " & sleep " + seconds], { stdio: "ignore" }),
      ];
      await Promise.all(left.map((child) => once(child, "spawn")));
      for (const child of left) child.unref();
      return "left";
    },
    wait: async ({ signal }) => {
      console.log("waiting");
      setInterval(() => {}, 60_000);
      await new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
    },
    pid: () => process.kill(process.pid, "SIGKILL"),
    fail: () => { throw new Error("told \\u001b]52;c;YWJj\\u0007you \\u001b[31mso"); },
    echo: (_context, payload) => payload,
    `,
    { before: 'import { spawn } from "node:child_process"; import { once } from "node:events";' },
  );
});
afterAll(async () => {
  await service.stop();
});

afterEach(() => service.faults.clear());

/** Files below a directory that this process, which runs the service, has open. */
const openFiles = (directory: string): string[] =>
  readdirSync("/proc/self/fd").flatMap((fd) => {
    const path = readlinkIfOpen(`/proc/self/fd/${fd}`);
    return path.startsWith(`${directory}/`) ? [path.slice(directory.length + 1)] : [];
  });
const readlinkIfOpen = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
};
const b64 = (...pieces: (string | Buffer)[]): string[] => pieces.map((piece) => Buffer.from(piece).toString("base64"));
const begin = async (action: string, payload?: unknown): Promise<string> =>
  (await invoke(service, action, { payload, async: true })).id;
const over = (id: string) => reached(service, id, "succeeded", "failed");
const cancel = (id: string) => service.api("PATCH", `/invocations/${id}`, { json: { status: "failed" } });
const get = async (id: string) => (await service.api("GET", `/invocations/${id}`)).body;
const linesOf = async (id: string): Promise<string[]> => messages(await eventsOf(service, `/invocations/${id}/events`));

/** Log of an app that prints these chunks. */
async function printed(...pieces: (string | Buffer)[]): Promise<string[]> {
  const id = await begin("print", b64(...pieces));
  expect((await over(id)).status).toBe("succeeded");
  return linesOf(id);
}

describe("what an app prints", () => {
  printedInOrderTests(() => service, { lines: 30_000, ends: ["exit"] });

  test("binary output becomes text with U+FFFD, NUL and controls unchanged", async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const lines = await printed(all, "\nend\n");
    const text = all.toString();
    expect(lines).toEqual([...text.split("\n"), "end"]);
    expect(lines.join("")).toContain("\ufffd");
    expect(lines.join("")).toContain("\u0000");
  });

  test("a character that is split at the edge of a chunk is whole", async () => {
    const text = "aé€😀\n";
    const pieces = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
    expect(await printed(...pieces, "z")).toEqual(["aé€😀", "z"]);
  });

  test("half a character at the end is one U+FFFD", async () => {
    expect(await printed("ok", Buffer.from("😀").subarray(0, 2))).toEqual(["ok\ufffd"]);
  });

  test("OSC 52, cursor movement and colours are unchanged in the log", async () => {
    const hostile = "\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[1;1H\u001b[31mred\u001b[0m\u009b2K\u202e";
    expect(await printed(`${hostile}\n`)).toEqual([hostile]);
  });

  test("CR LF, empty lines and an unterminated last line are lines", async () => {
    expect(await printed("a\r\n\r\n\nb\rc\nd")).toEqual(["a", "", "", "b\rc", "d"]);
  });

  test("a line of 300 KB is truncated at 64 KiB with a note; the next one is whole", async () => {
    const [long = "", after] = await printed(`${"€".repeat(100_000)}\n`, "after\n");
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(long)).toBeGreaterThan(65_000);
    expect(long).toMatch(/^€+ \[cut: \d+ more bytes\]$/);
    const kept = Buffer.byteLength(long.replace(/ \[cut.*/, ""));
    expect(long).toContain(`[cut: ${300_000 - kept} more bytes]`);
    expect(after).toBe("after");
  });

  test("text that looks like the stream's own frames stays text", async () => {
    const text = 'data: {"event":"invocation_state"}\n\ndata: x';
    expect(await printed(`${text}\n`)).toEqual(text.split("\n"));
  });

  test("stdout and stderr keep their order", async () => {
    const id = await begin("both");
    await over(id);
    expect(await linesOf(id)).toEqual(Array.from({ length: 200 }, (_, n) => `o${n}`));
  });
});

describe("how an app ends", () => {
  test("an app that ignores TERM is killed with its children when it is cancelled", async () => {
    const seconds = uniqueSeconds();
    const id = await begin("stubborn", seconds);
    const tail = new LogTail(service, id);
    await until(
      () => tail.lines,
      (lines) => lines.includes("ready"),
    );
    await until(
      () => processesWith(seconds),
      (pids) => pids.length >= 2,
    );
    expect((await cancel(id)).body).toMatchObject({ status: "failed", status_reason: "it was cancelled" });
    await tail.done;
    expect(tail.lines).toEqual(["ready", "heard and ignored"]);
    expect(tail.states.at(-1)).toBe("failed");
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
  });

  test("children that an app leaves behind do not outlive it, and block nothing", async () => {
    const seconds = uniqueSeconds();
    const id = await begin("leave", seconds);
    expect(await over(id)).toMatchObject({ status: "succeeded", output: '"left"' });
    await until(
      () => processesWith(seconds),
      (pids) => pids.length === 0,
    );
    await new LogTail(service, id).done;
  });

  // The other reasons are in invocations.test.ts.
  test("an app that a signal ends has failed with that reason", async () => {
    const id = await begin("pid");
    expect(await over(id)).toMatchObject({
      status: "failed",
      status_reason: expect.stringMatching(/ended by SIGKILL/),
    });
  });

  test("the error of an app is the reason, without control sequences; the log has it with its stack", async () => {
    const id = await begin("fail");
    const { status_reason } = await over(id);
    expect(status_reason).toBe("Error: told you so");
    const lines = await linesOf(id);
    expect(lines[0]).toBe("Error: told \u001b]52;c;YWJj\u0007you \u001b[31mso");
    expect(lines[1]).toMatch(/^ +at .*app\.ts:\d+/);
  });

  test("a full disk fails an app with that reason, and the service continues", async () => {
    const id = await begin("wait");
    const tail = new LogTail(service, id);
    await until(
      () => tail.lines,
      (lines) => lines.length === 1,
    );
    const remove = service.faults.inject("disk-full", {
      error: () => Object.assign(new Error("no space left"), { code: "ENOSPC" }),
    });
    const refused = await service.api("POST", "/invocations", {
      json: { app_name: "demo", action_name: "echo", version: "latest", async: true },
    });
    expect(refused).toMatchObject({ status: 500, body: { code: "disk_full" } });
    const form = deploymentForm({ "app.ts": "export default 1" });
    expect((await service.api("POST", "/deployments", { form })).body).toMatchObject({ code: "disk_full" });
    // An abandoned deployment must not keep a file open: Node ends the process when it collects an open file.
    expect(openFiles(join(service.stateDir, "invocations")).filter((name) => name !== id)).toEqual([]);
    expect(openFiles(join(service.stateDir, "apps"))).toEqual([]);
    await cancel(id);
    expect(await get(id)).toMatchObject({ status: "failed" });
    remove();
    await tail.done;
    expect(await invoke(service, "echo", { payload: 1 })).toMatchObject({ status: "succeeded", output: "1" });
    expect((await get(id)).status).toBe("failed");
  });
});

test("a far too large body is 413 before it is read", async () => {
  const json = { app_name: "demo", action_name: "echo", version: "latest", payload: `"${"x".repeat(34_000_000)}"` };
  expect((await service.api("POST", "/invocations", { json })).status).toBe(413);
});
