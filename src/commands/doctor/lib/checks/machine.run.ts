import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { humanBytes } from "../../../../render/sentence.ts";
import { logFile } from "../../../../settings/log-files.ts";
import { localStatePath } from "../../../../settings/read-local-service.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failure, note, ok, warning } from "../finding.ts";
import { clockFinding, isSynchronized } from "./clock.ts";
import { nearestExisting } from "./settings.ts";

/** Free disk space of the state directory, in bytes, below which it is short, and below which nothing works. */
const SHORT_BYTES = 500 * 2 ** 20;
const FULL_BYTES = 16 * 2 ** 20;

/** Memory, shared memory, disk and clock of this machine. */
export function machineCheck(facts: Facts): Check {
  return {
    area: "machine",
    title: "memory, disk and clock",
    id: "machine.disk",
    run: async () => [
      await diskFinding(facts),
      await memoryFinding(facts),
      ...(await sharedFindings()),
      await machineClock(facts),
    ],
  };
}

async function diskFinding({ stateDir, usesLocal }: Facts): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestExisting(stateDir));
  const free = bavail * bsize;
  const found = `${humanBytes(free)} free for the state directory`;
  const fix = "free some space, or set BROWSERCTL_STATE_DIR to a directory on another device";
  if (free < FULL_BYTES && usesLocal) return failure("machine.disk", "local-file", found, fix);
  return free < SHORT_BYTES ? warning("machine.disk", found, fix) : ok("machine.disk", found);
}

async function memoryFinding({ usesLocal }: Facts): Promise<Finding> {
  const { browserMemory } = await import("../../../../service/machine/memory.ts");
  const { available, needed } = browserMemory();
  const id = "machine.memory";
  const found = `${humanBytes(available)} of memory available`;
  if (available >= needed) return ok(id, found);
  const short = `${found}; a browser needs ${humanBytes(needed)}`;
  return usesLocal ? warning(id, short, "end sessions or other programs: browserctl browsers list") : note(id, short);
}

async function machineClock({ env, now, settings: { paths }, stateDir }: Facts): Promise<Finding> {
  const files = [paths.file, logFile(stateDir), localStatePath(stateDir)];
  const times = files.flatMap((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? []);
  const written = times.length > 0 ? Math.max(...times) : undefined;
  return clockFinding(now(), { synchronized: await isSynchronized(env), written });
}

async function sharedFindings(): Promise<Finding[]> {
  const { sharedMemory } = await import("../../../../service/machine/memory.ts");
  const shared = await sharedMemory();
  if (!shared) return [];
  const { free, small } = shared;
  const id = "machine.shared-memory";
  const found = free === undefined ? "there is no /dev/shm" : `/dev/shm has ${humanBytes(free)} free`;
  if (!small) return [ok(id, found)];
  return [
    note(id, `${found}; browsers use files in its place, which is slower`, "in a container: docker run --shm-size=1g"),
  ];
}
