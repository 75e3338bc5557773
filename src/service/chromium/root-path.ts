import { lstatSync, readlinkSync } from "node:fs";
import { join, sep } from "node:path";

const MOST_LINKS = 40;

/**
 * Translates paths between what a session sees, where its root is `/`, and this machine. Links lead where they would
 * for the session's processes: absolute ones begin at the root, and nothing is above it.
 */
export class RootPath {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** The path on this machine; what comes after the last directory that exists need not exist. Undefined for no path. */
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
        if (links > MOST_LINKS) return undefined;
        const target = readlinkSync(at);
        if (target.startsWith("/")) names = [];
        rest.unshift(...target.split("/"));
      } else {
        names.push(name);
      }
    }
    return join(this.root, ...names);
  }

  /** The path as the session sees it; undefined for one outside its root. */
  toSession(path: string): string | undefined {
    if (path !== this.root && !path.startsWith(this.root + sep)) return undefined;
    return `/${path
      .slice(this.root.length + 1)
      .split(sep)
      .join("/")}`;
  }
}
