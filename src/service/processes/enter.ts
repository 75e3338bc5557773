import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Duplex } from "node:stream";
import { type ContainerView, childOf, type EnterPrograms, spellEnvironment } from "./container-view.ts";
import type { LaunchRequest } from "./launch.ts";
import { type LaunchWord, launchWord } from "./launcher.ts";
import type { SessionPaths } from "./session-paths.ts";

/** Parameters to enter a container. */
export interface Entry {
  readonly view: ContainerView;
  readonly programs: EnterPrograms;
  /** Environment in the launcher's format. */
  readonly environment: string;
}

/**
 * Parameters for a process to enter the running container. Undefined when bubblewrap has to build a view for it: for a
 * terminal, whose device is mounted; for an environment that the launcher cannot read; and when mounted files changed.
 */
export async function entryFor(paths: SessionPaths, request: LaunchRequest): Promise<Entry | undefined> {
  const { container, facts } = paths;
  if (!container || !facts.enterPrograms || request.terminal) return undefined;
  const environment = spellEnvironment(request.env);
  if (environment === undefined) return undefined;
  const { view } = await container.namespaces();
  if (!(await view?.isCurrent())) return undefined;
  return view && { view, programs: facts.enterPrograms, environment };
}

/** Result of starting a command inside: the launcher's reply, and the leader's process id on the host. */
export interface Entered {
  readonly word: LaunchWord | undefined;
  readonly pid: number | undefined;
}

/**
 * Handshake with the launcher in a process that enters a container: reads its process id on the host, sends the
 * environment and waits for the reply. Without a reply nothing runs.
 */
export async function enter(child: ChildProcess, { environment }: Entry): Promise<Entered> {
  const talk = child.stdio[4] as unknown as Duplex;
  let all = "";
  let pid: number | undefined;
  talk.setEncoding("latin1");
  talk.on("data", (chunk: string) => {
    all += chunk;
    if (pid !== undefined) {
      // Not read to its end: the shell that waits for the launcher also has it open.
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
