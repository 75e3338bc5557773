import { existsSync } from "node:fs";
import { join } from "node:path";
import { Container, containerPaths } from "./container.ts";
import type { ContainerFacts } from "./container-probe.ts";
import { FifoPool } from "./fifo-pool.ts";
import { type SessionRoot, sessionHome } from "./session-root.ts";

const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Where the processes of one session run: its container, or its root as a mere directory. */
export class SessionPaths {
  readonly facts: ContainerFacts;
  readonly layout: SessionRoot;
  readonly pipes: FifoPool;
  /** Absent where processes are plain children. */
  readonly container: Container | undefined;

  constructor(facts: ContainerFacts, layout: SessionRoot, log: (line: string) => void) {
    this.facts = facts;
    this.layout = layout;
    this.pipes = new FifoPool(layout.pipes);
    this.container = facts.available ? new Container({ facts, layout, log }) : undefined;
  }

  /** Where a process finds a path of the session: as it is in a container, under the root elsewhere. */
  hostPath(path: string): string {
    if (this.container) return path;
    const own = join(this.layout.root, path);
    return existsSync(own) ? own : path;
  }

  /** The Node of a session's own scripts. */
  get node(): string {
    return this.container ? containerPaths.node : this.facts.node;
  }

  /**
   * The environment of a process: little of ours, none of the service's, and what the caller gives.
   *
   * @param terminal whether it has one
   */
  environment(given: Readonly<Record<string, string>>, terminal: boolean): Record<string, string> {
    const home = this.hostPath(sessionHome);
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
