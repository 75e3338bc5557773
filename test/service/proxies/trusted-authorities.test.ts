import { X509Certificate } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { readAuthorities, trustAuthorities } from "../../../src/service/proxies/trusted-authorities.ts";
import { certificate } from "../../support/servers/tls-server.ts";

async function profile(): Promise<{ directory: string; path: string }> {
  const directory = await mkdtemp(join(tmpdir(), "browserctl-trust-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return { directory, path: join(directory, "Default", "ServerCertificate") };
}

function trusted(path: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare("SELECT hex(trust_settings) AS trust FROM certificates")
      .all()
      .map(({ trust }) => trust);
  } finally {
    database.close();
  }
}

const pemOf = (name: "trusted" | "unknown"): Promise<string> => readFile(certificate(name), "utf8");

test("authorities are added to the profile and removed again, except those that it had before", async () => {
  const { directory, path } = await profile();
  const [one, other] = await Promise.all([pemOf("trusted"), pemOf("unknown")]);
  await trustAuthorities(directory, readAuthorities(one));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const distrust = await trustAuthorities(directory, readAuthorities(`${one}\ncomment\n${other}`));
  expect(trusted(path)).toEqual(["0A020803", "0A020803"]);
  distrust();
  expect(trusted(path)).toHaveLength(1);
  await rm(path);
  expect(distrust).not.toThrow();
});

test("a database in another form is an error of the start", async () => {
  const { directory, path } = await profile();
  await mkdir(join(directory, "Default"));
  await writeFile(path, "not a database, in any form that is known");
  const authorities = [new X509Certificate(await pemOf("trusted"))];
  await expect(trustAuthorities(directory, authorities)).rejects.toMatchObject({
    kind: "browser-not-started",
    message: expect.stringContaining("the browser cannot be told to trust the CA bundle: "),
  });
});
