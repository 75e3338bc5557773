import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isAtLeast, lastLogLines } from "../../../../core/log-record.ts";
import { version } from "../../../../core/version.ts";
import { type LocalState, readLocalState } from "../../../../settings/local-state.ts";
import { logFile } from "../../../../settings/log-files.ts";
import { localStatePath } from "../../../../settings/read-local-service.ts";
import type { Facts } from "../facts.ts";
import { type Check, type Finding, failure, failureOf, note, ok, warning } from "../finding.ts";

const ANSWER_MS = 3_000;
const DAY_MS = 86_400_000;
/** Maximum number of log errors that are counted. */
const MAX_ERRORS = 100;
/** Characters of a log line that a finding shows. */
const SHOWN = 120;

/** The local service: if it runs and answers, and files left behind by a killed service. */
export function localCheck(facts: Facts): Check {
  const { stateDir } = facts;
  return {
    area: "local",
    title: "local service",
    id: "local.service",
    run: async () => {
      const broken = facts.settings.failures.filter(({ about }) => about === "local-state");
      const { isServiceRunning } = await import("../../../../service/lifecycle/instance-lock.ts");
      const running = await isServiceRunning(stateDir);
      const state = running || broken.length === 0 ? readLocalState(stateDir) : undefined;
      const service = running ? await runningFindings(state) : await stoppedFindings(facts, state);
      const log = await logFindings(stateDir, facts.now());
      return [...broken.map(({ error }) => failureOf("local.state", error)), ...service, ...log];
    },
  };
}

async function runningFindings(state: LocalState | undefined): Promise<Finding[]> {
  const id = "local.service";
  if (!state) return [failure(id, "failed", "it is starting, or has lost its state file", "browserctl local stop")];
  const { port, pid } = state;
  const { answers } = await import("../../../../service/lifecycle/probe.ts");
  if ((await answers(state, ANSWER_MS)) === undefined) {
    const found = `process ${pid} holds the state directory, and does not answer on port ${port}`;
    return [failure(id, "unreachable", found, "browserctl local stop")];
  }
  const running = ok(id, `runs on port ${port} as process ${pid}`);
  if (state.version === version) return [running, ok("local.version", `version ${version}, as this program`)];
  const found = `it is of version ${state.version}, this program of ${version}`;
  return [running, warning("local.version", found, "browserctl local stop && browserctl local start")];
}

async function stoppedFindings({ stateDir }: Facts, state: LocalState | undefined): Promise<Finding[]> {
  const { isServiceRunning } = await import("../../../../service/lifecycle/instance-lock.ts");
  // The lock proves that no service runs; one may have started between check and repair.
  const whileStopped: WhileStopped = async (repair) => {
    if (await isServiceRunning(stateDir)) throw new Error("a service has started meanwhile");
    return repair();
  };
  const leftovers = await Promise.all([
    staleState(stateDir, state, whileStopped),
    orphanedBrowsers(stateDir, state, whileStopped),
    probeDirectories(stateDir, whileStopped),
  ]);
  const stopped = note("local.service", "it is not running", "browserctl local start");
  return [stopped, ...leftovers.filter((each) => each !== undefined)];
}

/** Runs a repair unless a service has started. */
type WhileStopped = (repair: () => Promise<string>) => Promise<string>;

async function staleState(
  stateDir: string,
  state: LocalState | undefined,
  whileStopped: WhileStopped,
): Promise<Finding | undefined> {
  if (!existsSync(localStatePath(stateDir))) return undefined;
  const { removeLeftOvers } = await import("../../../../service/lifecycle/stop.ts");
  const found = `there is a state file ${state ? `of process ${state.pid}, which is gone` : "that is damaged"}`;
  const fix = "browserctl doctor --fix, or: browserctl local start";
  return warning("local.stale-state", found, fix, () =>
    whileStopped(async () => {
      await removeLeftOvers(stateDir);
      return "the state file is removed";
    }),
  );
}

async function orphanedBrowsers(
  stateDir: string,
  state: LocalState | undefined,
  whileStopped: WhileStopped,
): Promise<Finding | undefined> {
  const { endBrowser, leftBrowsers } = await import("../../../../service/machine/leftovers.ts");
  const browsers = await leftBrowsers(stateDir, state?.temp_dir);
  if (browsers.length === 0) return undefined;
  const found = `browsers of a dead service still run: process ${browsers.map(({ pid }) => pid).join(", ")}`;
  return warning("local.browsers", found, "browserctl doctor --fix", () =>
    whileStopped(async () => `${(await Promise.all(browsers.map(endBrowser))).length} browsers are ended`),
  );
}

async function probeDirectories(stateDir: string, whileStopped: WhileStopped): Promise<Finding | undefined> {
  const { leftProbes, removeProbes } = await import("../../../../service/machine/leftovers.ts");
  const probes = await leftProbes(stateDir);
  if (probes.length === 0) return undefined;
  const found = `${probes.length} directories of an interrupted check are left`;
  return warning("local.probes", found, "browserctl doctor --fix", () =>
    whileStopped(async () => {
      await removeProbes(probes);
      return `${probes.length} directories are removed`;
    }),
  );
}

/** Errors that the service logged within a day. */
async function logFindings(stateDir: string, now: number): Promise<Finding[]> {
  const text = await readFile(logFile(stateDir), "utf8").catch(() => undefined);
  if (text === undefined) return [];
  const isRecent = (time: string | null): boolean => time !== null && now - Date.parse(time) < DAY_MS;
  const errors = lastLogLines(text, MAX_ERRORS, ({ record }) => isAtLeast(record, "error") && isRecent(record.time));
  const last = errors.at(-1)?.record.msg;
  if (last === undefined) return [ok("local.log", "no error within a day")];
  const many = errors.length === MAX_ERRORS ? `${MAX_ERRORS} or more errors` : `${errors.length} errors`;
  const found = `${errors.length === 1 ? "one error" : many} within a day, the last: ${last.slice(0, SHOWN)}`;
  return [warning("local.log", found, "browserctl local logs --level error")];
}
