import { lstatSync, readlinkSync } from "node:fs";
import { join, sep } from "node:path";

const MAX_LINKS = 40;

/**
 * Converts paths between a session, whose root is `/`, and this machine. Links resolve as for the session's processes:
 * absolute ones start at the root, and nothing is above it.
 */
export class RootPath {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Path on this machine; its last parts need not exist. Undefined for an invalid path. */
  toHost(path: string): string | undefined {
    if (!path.startsWith("/") || path.includes("\0")) return undefined;
    const rest = path.split("/");
    let names: string[] = [];
    let links = 0;
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      if (name === "" || name === ".") continue;
      if (name === "..") {
        names.pop();
        continue;
      }
      if (sep !== "/" && /[\\:]/.test(name)) return undefined;
      const at = join(this.root, ...names, name);
      if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) {
        links += 1;
        if (links > MAX_LINKS) return undefined;
        const target = readlinkSync(at);
        if (target.startsWith("/")) names = [];
        rest.unshift(...target.split("/"));
      } else {
        names.push(name);
      }
    }
    return join(this.root, ...names);
  }

  /** Path in the session; undefined for one outside its root. */
  toSession(path: string): string | undefined {
    if (path !== this.root && !path.startsWith(this.root + sep)) return undefined;
    return `/${path
      .slice(this.root.length + 1)
      .split(sep)
      .join("/")}`;
  }
}
