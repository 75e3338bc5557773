import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Directory for the programs of a test file, removed at its end. */
export function programDirectory(): { readonly path: string; write: (name: string, script: string) => string } {
  const path = mkdtempSync(join(tmpdir(), "browserctl-providers-"));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    write: (name, script) => {
      const file = join(path, name);
      writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return file;
    },
  };
}

/** Script of a program that follows the protocol: its items, and the values of each by its path. */
export function protocolScript(
  items: readonly object[],
  values: Readonly<Record<string, object>>,
  { before = "" } = {},
): string {
  const cases = Object.entries(values).map(([path, each]) => `"get ${path}") echo '${JSON.stringify(each)}' ;;`);
  const list = `list) echo '${JSON.stringify({ items })}' ;;`;
  return `${before}\ncase "$*" in\n${[list, ...cases, "*) exit 4 ;;"].join("\n")}\nesac`;
}
