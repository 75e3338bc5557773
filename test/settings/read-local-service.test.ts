import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LocalCredentials } from "../../src/core/local-listener.ts";
import { processStart } from "../../src/core/process-start.ts";
import { readLocalService } from "../../src/settings/read-local-service.ts";
import { until } from "../support/until.ts";
import { Child, temporaryDirectory } from "./support/places.ts";

const good = {
  version: "1.2.3",
  pid: process.pid,
  port: 4000,
  base_url: "http://127.0.0.1:4000/",
  token: "tok",
  secret: "secret-of-a-run",
  more: 1,
};

function stateWith(content: unknown): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "service.json"), typeof content === "string" ? content : JSON.stringify(content));
  return directory;
}

describe("readLocalService", () => {
  it("readLocalService returns the state of a running service, and follows it to another port", () => {
    const directory = stateWith(good);
    expect(readLocalService(directory)).toEqual({
      version: "1.2.3",
      pid: process.pid,
      base_url: "http://127.0.0.1:4000",
      listener: { kind: "local", credentials: expect.any(Function) },
    });
    writeFileSync(join(directory, "service.json"), JSON.stringify({ ...good, base_url: "http://127.0.0.1:5000" }));
    expect(readLocalService(directory)?.base_url).toBe("http://127.0.0.1:5000");
  });

  it("readLocalService returns undefined without a file, a directory, or a running process", async () => {
    expect(readLocalService(temporaryDirectory())).toBeUndefined();
    expect(readLocalService("/nowhere/at/all")).toBeUndefined();
    const child = new Child(process.execPath, ["-e", "process.stdin.resume()"]);
    await once(child.process, "spawn");
    const pid = child.process.pid ?? 0;
    const directory = stateWith({ ...good, pid, pid_start: processStart(pid) });
    expect(readLocalService(directory)?.pid).toBe(pid);
    child.process.kill("SIGKILL");
    await child.ended;
    expect(readLocalService(directory)).toBeUndefined();
  });

  it.runIf(process.platform === "linux")(
    "a zombie, or another process of the same number, is no running service",
    async () => {
      // Its child ends when the shell is gone, which would have taken its exit code.
      const parent = new Child("sh", ["-c", 'exec 3<&0; cat <&3 & echo "$!"; exec 3<&-; exec sleep 1000']);
      const pid = Number(
        await until(
          () => parent.stdout,
          (text) => text.includes("\n"),
        ),
      );
      const name = (): string => readFileSync(`/proc/${parent.process.pid}/comm`, "latin1").trim();
      await until(name, (text) => text === "sleep");
      parent.process.stdin?.end();
      const state = (): string => readFileSync(`/proc/${pid}/stat`, "latin1");
      await until(state, (text) => /\) Z /.test(text));
      expect(() => process.kill(pid, 0)).not.toThrow();
      expect(readLocalService(stateWith({ ...good, pid, pid_start: "some start" }))).toBeUndefined();
      parent.process.kill("SIGKILL");
      await parent.ended;
      expect(readLocalService(stateWith({ ...good, pid_start: `${processStart(process.pid)}0` }))).toBeUndefined();
    },
  );

  it("the listener has credentials only for the port in the file, and those of the present run", async () => {
    const directory = stateWith(good);
    const listener = readLocalService(directory)?.listener;
    expect(listener?.credentials(4000)).toBeInstanceOf(LocalCredentials);
    expect(listener?.credentials(4001)).toBeUndefined();
    writeFileSync(join(directory, "service.json"), JSON.stringify({ ...good, base_url: "http://127.0.0.1:4001" }));
    expect(listener?.credentials(4001)).toBeInstanceOf(LocalCredentials);
    rmSync(join(directory, "service.json"));
    expect(listener?.credentials(4001)).toBeUndefined();
  });

  it.each([
    ["", "broken"],
    [{ ...good, secret: undefined }, "no secret, by which its listener is known"],
    ["[]", "another shape"],
    [{ ...good, base_url: "http://a.example" }, "an address that is not loopback"],
    [{ ...good, base_url: "http://127.0.0.1.a.example" }, "one that only looks like it"],
    [{ ...good, base_url: "https://127.0.0.1:4000" }, "one over TLS"],
    [{ ...good, base_url: undefined }, "no address"],
    [{ ...good, secret: 1 }, "a secret that is no text"],
    [{ ...good, token: "a\nb" }, "a token of two lines"],
    [{ ...good, token: undefined }, "no token"],
    [{ ...good, pid: -1 }, "a process group"],
    [{ ...good, pid: 0 }, "our own group"],
    [{ ...good, pid: "1" }, "a pid that is text"],
  ] as [unknown, string][])("readLocalService refuses %j: %s", (content) => {
    const directory = stateWith(content);
    expect(() => readLocalService(directory)).toThrow(
      expect.objectContaining({
        exit: "local-file",
        message: `the local service's state file "${join(directory, "service.json")}" is damaged`,
      }),
    );
  });

  it("readLocalService reports a file that it cannot read", () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, "service.json"));
    expect(() => readLocalService(directory)).toThrow(/cannot read the local service's state file .*: is a directory/);
  });
});
