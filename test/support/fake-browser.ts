import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visibleDirectory } from "./memory-directory.ts";
import { startService, type TestService } from "./service.ts";

/** Answer to every command: the version for the start, no page for whoever looks for one. */
const answer = JSON.stringify({
  product: "Chromium/156.0.0.0",
  userAgent: "fake",
  protocolVersion: "1.3",
  targetInfos: [],
});

/** Speaks the debugging pipe with one process of `sed`: messages end with NUL, and `Browser.close` ends it in order. */
const program = `#!/bin/sh
[ "$1" = --version ] && echo Chromium 156.0.0.0 && exit
exec sed --null-data --unbuffered --quiet \\
  --expression 's/^{"id":\\([0-9]*\\).*"method":"Browser.close".*/{"id":\\1,"result":{}}/' --expression 't close' \\
  --expression 's/^{"id":\\([0-9]*\\).*/{"id":\\1,"result":${answer.replaceAll("/", "\\/")}}/p' --expression 'b' \\
  --expression ':close' --expression 'p' --expression 'q' <&3 >&4
`;

/** Writes the stand-in for a browser into a directory of its own, which ends with the run. Gives its path. */
export function writeFakeBrowser(script = program): string {
  const browser = join(mkdtempSync(join(visibleDirectory(), "browserctl-fake-")), "browser");
  writeFileSync(browser, script, { mode: 0o755 });
  return browser;
}

/**
 * A service for all tests of a file whose browsers are a stand-in without pages. A real one costs 0.8 s of CPU time: this
 * is for tests of sessions, files and projects that never look into a browser.
 */
export async function startServiceWithFakeBrowser(
  options: Parameters<typeof startService>[0] = {},
): Promise<TestService> {
  return await startService({ ...options, browser: writeFakeBrowser(), screen: "headless" });
}
