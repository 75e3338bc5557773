import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { CredentialProviders } from "../../../src/service/credential-providers/credential-providers.ts";
import { Credentials } from "../../../src/service/credentials/credentials.ts";
import { Faults } from "../../../src/service/faults.ts";
import { storedCode } from "../../../src/service/login/values/sends.ts";
import type { StoredConnection } from "../../../src/service/managed-auth/auth-connection-table.ts";
import { readLoginValues } from "../../../src/service/managed-auth/login-values.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";
import { tempDir } from "../../support/service/service.ts";
import { programDirectory, protocolScript } from "../credential-providers/support/programs.ts";

const programs = programDirectory();

test("sends of one-time codes of an item count until a value of it changes, and apart from other items", async () => {
  const clock = new Clock();
  const stateDir = await tempDir();
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const store = new Store({ stateDir, clock, faults: new Faults(), log: () => {}, tables });
  const credentials = new Credentials({ store, clock });
  const credentialProviders = new CredentialProviders({ store, clock, env: process.env });
  const items = [{ path: "a" }, { path: "b" }];
  const values = (password: string) =>
    protocolScript(items, { a: { password, totp_secret: "JBSWY3DPEHPK3PXP" }, b: { password } });
  const command = [programs.write("codes", values("one"))];
  const { id: providerId } = credentialProviders.create({ name: "codes", provider_type: "program", command });
  const read = (path: string) => {
    const connection = { credentialProvider: { providerId, path }, domain: "shop.example.com" } as StoredConnection;
    const options = { clock, credentials, credentialProviders };
    return readLoginValues(options, connection, AbortSignal.timeout(60_000));
  };
  const record = { count: 2, isRefused: true };
  const first = await read("a");
  expect(await first.totp?.()).toMatch(/^\d{6}$/);
  first.sends.set(storedCode, record);
  expect([(await read("a")).sends.get(storedCode), (await read("b")).sends.get(storedCode)]).toEqual([
    record,
    undefined,
  ]);
  programs.write("codes", values("two"));
  expect((await read("a")).sends.get(storedCode)).toBeUndefined();
  store.close();
});
