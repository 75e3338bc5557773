import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLocalService } from "../../src/settings/read-local-service.ts";
import { Child, temporaryFolder } from "./support/places.ts";

const good = {
  version: "1.2.3",
  pid: process.pid,
  port: 4000,
  base_url: "http://127.0.0.1:4000/",
  token: "tok",
  more: 1,
};

function stateWith(content: unknown): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "service.json"), typeof content === "string" ? content : JSON.stringify(content));
  return folder;
}

describe("readLocalService", () => {
  it("readLocalService returns the state of a running service, and follows it to another port", () => {
    const folder = stateWith(good);
    expect(readLocalService(folder)).toEqual({
      version: "1.2.3",
      pid: process.pid,
      base_url: "http://127.0.0.1:4000",
      token: "tok",
    });
    writeFileSync(join(folder, "service.json"), JSON.stringify({ ...good, base_url: "http://127.0.0.1:5000" }));
    expect(readLocalService(folder)?.base_url).toBe("http://127.0.0.1:5000");
  });

  it("readLocalService returns undefined without a file, a directory, or a running process", async () => {
    expect(readLocalService(temporaryFolder())).toBeUndefined();
    expect(readLocalService("/nowhere/at/all")).toBeUndefined();
    const child = new Child(process.execPath, ["-e", "process.stdin.resume()"]);
    await once(child.process, "spawn");
    const folder = stateWith({ ...good, pid: child.process.pid });
    expect(readLocalService(folder)?.token).toBe("tok");
    child.process.kill("SIGKILL");
    await child.ended;
    expect(readLocalService(folder)).toBeUndefined();
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
    const folder = stateWith(content);
    expect(() => readLocalService(folder)).toThrow(
      expect.objectContaining({
        exit: "local-file",
        message: `the local service's state file "${join(folder, "service.json")}" is damaged`,
      }),
    );
  });

  it("readLocalService reports a file that it cannot read", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "service.json"));
    expect(() => readLocalService(folder)).toThrow(/cannot read the local service's state file .*: is a folder/);
  });
});
