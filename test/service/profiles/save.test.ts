import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Clock } from "../../../src/service/clock.ts";
import { Faults } from "../../../src/service/faults.ts";
import type { StoredProfile } from "../../../src/service/profiles/profile-table.ts";
import { Profiles } from "../../../src/service/profiles/profiles.ts";
import { Projects } from "../../../src/service/projects/projects.ts";
import { tables } from "../../../src/service/resources.ts";
import { Store } from "../../../src/service/store/store.ts";
import { tempDir } from "../../support/service/service.ts";

test("new saved data stays when the previous data cannot be removed", async () => {
  const stateDir = await tempDir();
  onTestFinished(() => rm(stateDir, { recursive: true, force: true }));
  const [clock, faults, lines] = [new Clock(), new Faults(), [] as string[]];
  const log = (line: string): void => void lines.push(line);
  const store = new Store({ stateDir, clock, faults, tables, log });
  onTestFinished(() => store.close());
  const { id: projectId } = new Projects({ store, clock }).default();
  const profiles = new Profiles({ stateDir, store, clock, faults, log });
  await profiles.prepare();
  const save = (profile: StoredProfile, text: string): Promise<StoredProfile> =>
    profiles.save(
      profile,
      "json",
      (async function* () {
        yield Buffer.from(text);
      })(),
    );
  const first = await save(profiles.create(projectId, "own"), "first");
  // A directory cannot be removed as a file.
  const old = profiles.path(first);
  await rm(old);
  await mkdir(old);
  await writeFile(join(old, "held"), "");
  const second = await save(first, "second");
  expect(profiles.require(projectId, "own").file).toBe(second.file);
  expect(await readFile(profiles.path(second), "utf8")).toBe("second");
  expect(lines.join()).toContain(`cannot remove the data that profile ${first.id} had before`);
  await profiles.prepare();
  await expect(readFile(join(dirname(old), "held"))).rejects.toMatchObject({ code: "ENOENT" });
  expect(profiles.require(projectId, "own").file).toBe(second.file);
});
