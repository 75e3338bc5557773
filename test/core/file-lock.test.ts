import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withFileLock } from "../../src/core/file-lock.ts";
import { Child, temporaryDirectory } from "../settings/support/places.ts";

const holder = join(import.meta.dirname, "support", "lock-holder.ts");
const hold = async (path: string): Promise<Child> => {
  const child = new Child(process.execPath, [holder, path]);
  await child.said("held");
  return child;
};
const lockPath = (): string => join(temporaryDirectory(), "a.lock");

describe("withFileLock", () => {
  it("withFileLock returns the result of the function, keeps a private file, and frees the lock after a failure", async () => {
    const path = lockPath();
    expect(await withFileLock(path, { timeoutMs: 0 }, () => 7)).toBe(7);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await expect(withFileLock(path, { timeoutMs: 0 }, () => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
    expect(await withFileLock(path, { timeoutMs: 0 }, async () => 8)).toBe(8);
    expect(existsSync(`${path}-journal`)).toBe(false);
  });

  it("withFileLock keeps another process out, and lets it in when the holder is done", async () => {
    const path = lockPath();
    const child = await hold(path);
    await expect(withFileLock(path, { timeoutMs: 20 }, () => 1)).rejects.toMatchObject({
      exit: "local-file",
      code: "locked",
      message: `cannot lock "${path}" within 0.02 s: another process holds it`,
    });
    const waiting = withFileLock(path, { timeoutMs: 60_000 }, () => child.stdout);
    child.process.stdin?.end();
    await waiting;
    expect((await child.ended).stdout).toBe("held\nreleased\n");
  });

  it("the lock is freed by kill -9 of its holder", async () => {
    const path = lockPath();
    const child = await hold(path);
    const waiting = withFileLock(path, { timeoutMs: 60_000 }, () => "mine");
    child.process.kill("SIGKILL");
    expect(await waiting).toBe("mine");
    expect((await child.ended).signal).toBe("SIGKILL");
  });

  it("withFileLock keeps others out of one process too, and waiting for the lock does not drop it", async () => {
    const path = lockPath();
    let inside = 0;
    let most = 0;
    const one = (): Promise<void> =>
      withFileLock(path, { timeoutMs: 60_000 }, async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
      });
    await Promise.all(Array.from({ length: 20 }, one));
    expect(most).toBe(1);
    await withFileLock(path, { timeoutMs: 0 }, async () => {
      await expect(withFileLock(path, { timeoutMs: 0 }, () => 1)).rejects.toMatchObject({ code: "locked" });
      const child = new Child(process.execPath, [holder, path]);
      const said = child.said("held").then(() => "held");
      const looks = (async () => {
        for (let look = 0; look < 50; look++) {
          await expect(withFileLock(path, { timeoutMs: 2 }, () => 1)).rejects.toMatchObject({ code: "locked" });
        }
        return "kept";
      })();
      expect(await Promise.race([said, looks])).toBe("kept");
      said.catch(() => {});
    });
  });

  it("withFileLock ends the wait with the signal's reason, without blocking the event loop", async () => {
    const path = lockPath();
    await hold(path);
    const controller = new AbortController();
    const waiting = withFileLock(path, { timeoutMs: 60_000, signal: controller.signal }, () => 1);
    const reason = new Error("stop");
    setImmediate(() => controller.abort(reason));
    await expect(waiting).rejects.toBe(reason);
    await expect(withFileLock(path, { timeoutMs: 0, signal: controller.signal }, () => 1)).rejects.toBe(reason);
  });

  it("withFileLock notices a deleted lock file", async () => {
    const path = lockPath();
    await hold(path);
    rmSync(path);
    expect(await withFileLock(path, { timeoutMs: 60_000 }, () => existsSync(path))).toBe(true);
  });

  it("withFileLock names a lock file that it cannot use, and leaves it as it is", async () => {
    const path = lockPath();
    writeFileSync(path, "not ours".repeat(200));
    await expect(withFileLock(path, { timeoutMs: 0 }, () => 1)).rejects.toMatchObject({
      exit: "local-file",
      message: expect.stringContaining(`cannot lock "${path}"`),
    });
    expect(readFileSync(path, "utf8")).toBe("not ours".repeat(200));
    const missing = join(path, "nowhere", "b.lock");
    await expect(withFileLock(missing, { timeoutMs: 0 }, () => 1)).rejects.toMatchObject({
      exit: "local-file",
      message: expect.stringContaining(`"${missing}"`),
    });
  });

  it("withFileLock refuses a lock file that this user may only read, since such a lock excludes nobody", async () => {
    const path = lockPath();
    writeFileSync(path, "");
    chmodSync(path, 0o444);
    chmodSync(join(path, ".."), 0o755);
    const child = new Child(process.execPath, [holder, path], { bound: true });
    child.process.stdin?.end();
    const end = await child.ended;
    expect(end.stderr).toContain(`cannot lock "${path}": permission denied`);
    expect(end.stdout).toBe("");
  });
});
