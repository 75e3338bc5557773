import { existsSync } from "node:fs";
import { chmod, copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { packageFile } from "../../core/package-file.ts";
import { containerPaths } from "./container.ts";
import { ProcessError } from "./process-errors.ts";
import type { SessionPaths } from "./session-paths.ts";

/** Program of the package that runs in a session, with the paths as its process sees them. */
export interface SessionProgram {
  readonly file: string;
  /** Directory of playwright-core. */
  readonly playwright: string;
}

/**
 * Puts a program of the package that uses Playwright where the session's processes can read it. Throws a
 * {@link ProcessError} `unsupported` when playwright-core is missing.
 */
export async function sessionProgram(
  { container, facts, layout }: SessionPaths,
  name: string,
): Promise<SessionProgram> {
  const { playwright } = facts;
  if (playwright === undefined) {
    throw new ProcessError("unsupported", "playwright-core is not installed beside this program");
  }
  const file = join(layout.runtime, name);
  if (!existsSync(file)) {
    // Atomic rename: a concurrent call must not see a partial file.
    const partial = `${file}.${process.hrtime.bigint()}`;
    await copyFile(packageFile("dist", name), partial);
    await chmod(partial, 0o600);
    await rename(partial, file);
  }
  if (container === undefined) return { file, playwright };
  return { file: `${containerPaths.runtime}/${name}`, playwright: containerPaths.playwright };
}
