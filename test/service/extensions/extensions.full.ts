import type { Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookieSite, ExtensionSessions, extension, indexed } from "../../support/service/marker-extension.ts";
import { startService, type TestService } from "../../support/service/service.ts";
import { endAfterLoadingTest, expectMarks, extensionFiles, partNamesTests } from "./support/extension-activation.ts";

let service: TestService;
let site: Server;
let at: ExtensionSessions;
let shared: string;
beforeAll(async () => {
  const { site: started, url } = await cookieSite();
  site = started;
  service = await startService();
  at = new ExtensionSessions(service, url);
  shared = await at.new();
});
afterAll(async () => {
  site.close();
  await service.stop();
});

partNamesTests(
  () => at,
  () => shared,
  [
    ["extensions[0][name]", "extensions[0][zip_file]", "extensions[1][name]", "extensions[1][zip_file]"],
    ["extensions[][name]", "extensions[][zip_file]", "extensions[][name]", "extensions[][zip_file]"],
    ["extensions[0].name", "extensions[0].zip_file", "extensions[1].name", "extensions[1].zip_file"],
    ["extensions.0.name", "extensions.0.zip_file", "extensions.1.name", "extensions.1.zip_file"],
    ["extensions.items.name", "extensions.items.zip_file", "extensions.items.name", "extensions.items.zip_file"],
    ["extensions.name", "extensions.zip_file", "extensions.name", "extensions.zip_file"],
  ],
);

test("20 at once, whatever their names", async () => {
  const id = await at.new();
  const names = ["x.part", "x", "n".repeat(255), ...Array.from({ length: 17 }, (_, each) => `n${each}`)];
  // The others run nothing: twenty service workers cost as much as three browsers.
  const still = { background: undefined, content_scripts: undefined };
  const made = names.map((name, each): [string, File] => [
    name,
    extension(`m${each}`, [0, 1, 19].includes(each) ? {} : still),
  ]);
  const answer = await at.activate(id, ...indexed(...made));
  expect(answer.status, answer.text).toBe(201);
  expect(await at.loaded(id)).toEqual(names);
  expect((await extensionFiles(service, id)).sort()).toEqual([...names].sort());
  await expectMarks(at, id, ["m0", "m1", "m19"]);
  await at.end(id);
});

endAfterLoadingTest(() => ({ service, at }), "it fails");
