import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { childOf, type Entrance, type EntrancePrograms, spellEnvironment } from "./entrance.ts";
import type { LaunchRequest } from "./launch.ts";
import { type LaunchWord, launchWord } from "./launcher.ts";
import type { SessionPaths } from "./session-paths.ts";

/** How a process enters its container. */
export interface Entry {
  readonly entrance: Entrance;
  readonly programs: EntrancePrograms;
  /** Its environment, as the launcher takes it. */
  readonly environment: string;
}

/**
 * How a process can enter the container that stands; undefined where bubblewrap has to build a view for it: for a
 * terminal, which has a name in it; for an environment that the launcher does not take; when the machine has changed.
 */
export async function entryFor(paths: SessionPaths, request: LaunchRequest): Promise<Entry | undefined> {
  const { container, facts } = paths;
  if (!container || !facts.entrance || request.terminal) return undefined;
  const environment = spellEnvironment(request.env);
  if (environment === undefined) return undefined;
  const { entrance } = await container.namespaces();
  if (!(await entrance?.isCurrent())) return undefined;
  return entrance && { entrance, programs: facts.entrance, environment };
}

/** Result of starting a command inside: its launcher's word, and its leader's process id as the host sees it. */
export interface Entered {
  readonly word: LaunchWord | undefined;
  readonly pid: number | undefined;
}

/**
 * Talks with the launcher in a process that enters a container: finds out its number on the host as soon as it is there,
 * gives it its environment and waits for its word. Without one nothing runs.
 */
export async function enter(child: ChildProcess, { environment }: Entry): Promise<Entered> {
  const talk = child.stdio[4] as unknown as Duplex;
  let all = "";
  let pid: number | undefined;
  talk.setEncoding("latin1");
  talk.on("data", (chunk: string) => {
    all += chunk;
    if (pid !== undefined) {
      // Not to its end: the shell that waits for the launcher has it open too.
      if (all.endsWith("\n")) talk.destroy();
    } else if (all === "in\n") {
      pid = childOf(child.pid ?? 0);
      if (pid === undefined) talk.destroy();
      else talk.write(environment);
    }
  });
  await once(talk, "close").catch(() => {});
  return { word: launchWord(all.replace("in\n", "")), pid };
}
