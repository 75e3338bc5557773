import { existsSync } from "node:fs";
import { join } from "node:path";
import { SESSION_HOME } from "../../contract/session-home.ts";
import { Container, containerPaths } from "./container.ts";
import type { ContainerFacts } from "./container-probe.ts";
import { FifoPool } from "./fifo-pool.ts";
import type { SessionRoot } from "./session-root.ts";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Runtime of one session's processes: its container, or its root directory without one. */
export class SessionPaths {
  readonly facts: ContainerFacts;
  readonly layout: SessionRoot;
  readonly pipes: FifoPool;
  /** Absent when processes are plain children. */
  readonly container: Container | undefined;

  constructor(facts: ContainerFacts, layout: SessionRoot, log: (line: string) => void) {
    this.facts = facts;
    this.layout = layout;
    this.pipes = new FifoPool(layout.pipes);
    this.container = facts.available ? new Container({ facts, layout, log }) : undefined;
  }

  /** Path that a process uses for a path of the session: the same in a container, under the root without one. */
  hostPath(path: string): string {
    if (this.container) return path;
    const own = join(this.layout.root, path);
    return existsSync(own) ? own : path;
  }

  /** Path of Node for the service's scripts in a session. */
  get node(): string {
    return this.container ? containerPaths.node : this.facts.node;
  }

  /**
   * Environment of a process: a few defaults and the caller's variables, but no variables of the service.
   *
   * @param terminal true for a process with a terminal
   */
  environment(given: Readonly<Record<string, string>>, terminal: boolean): Record<string, string> {
    const home = this.hostPath(SESSION_HOME);
    return {
      PATH: this.container ? `${PATH}:${containerPaths.bin}` : PATH,
      HOME: home,
      LANG: "C.UTF-8",
      TERM: terminal ? "xterm-256color" : "dumb",
      ...(!this.container && { TMPDIR: this.hostPath("/tmp") }),
      ...given,
    };
  }
}
