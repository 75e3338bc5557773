import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLocalService } from "../../src/settings/read-local-service.ts";
import { Child, temporaryDirectory } from "./support/places.ts";

const good = {
  version: "1.2.3",
  pid: process.pid,
  port: 4000,
  base_url: "http://127.0.0.1:4000/",
  token: "tok",
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
      token: "tok",
    });
    writeFileSync(join(directory, "service.json"), JSON.stringify({ ...good, base_url: "http://127.0.0.1:5000" }));
    expect(readLocalService(directory)?.base_url).toBe("http://127.0.0.1:5000");
  });

  it("readLocalService returns undefined without a file, a directory, or a running process", async () => {
    expect(readLocalService(temporaryDirectory())).toBeUndefined();
    expect(readLocalService("/nowhere/at/all")).toBeUndefined();
    const child = new Child(process.execPath, ["-e", "process.stdin.resume()"]);
    await once(child.process, "spawn");
    const directory = stateWith({ ...good, pid: child.process.pid });
    expect(readLocalService(directory)?.token).toBe("tok");
    child.process.kill("SIGKILL");
    await child.ended;
    expect(readLocalService(directory)).toBeUndefined();
  });

  it.each([
    ["", "broken"],
    ["[]", "another shape"],
    [{ ...good, base_url: "http://a.example" }, "an address that is not loopback"],
    [{ ...good, base_url: "http://127.0.0.1.a.example" }, "one that only looks like it"],
    [{ ...good, base_url: undefined }, "no address"],
    [{ ...good, token: "a\nb" }, "a token of two lines"],
    [{ ...good, token: undefined }, "no token"],
    [{ ...good, pid: -1 }, "a process group"],
    [{ ...good, pid: 0 }, "our own group"],
    [{ ...good, pid: "1" }, "a pid that is text"],
  ] as [unknown, string][])("refuses %j: %s", (content) => {
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
    expect(() => readLocalService(directory)).toThrow(/cannot read the local service's state file .*: is a folder/);
  });
});
