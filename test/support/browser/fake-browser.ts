import { mkdtempSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visibleDirectory } from "../machine/run-directories.ts";
import { startService, type TestService } from "../service/service.ts";
import { CHROMIUM } from "./chromium.ts";

/** Answer to every command: the version for the start, no page and no cookie for whoever looks for one. */
const answer = JSON.stringify({
  product: "Chromium/156.0.0.0",
  userAgent: "fake",
  protocolVersion: "1.3",
  targetInfos: [],
  cookies: [],
});

/**
 * Program of a stand-in. It speaks the debugging pipe with one process of `sed`: messages end with NUL, and
 * `Browser.close` ends it in order.
 *
 * @param unknown start of the methods that it does not know, such as those of a domain
 */
export function fakeBrowserScript(unknown = ""): string {
  const refusal = `{"id":\\1,"error":{"code":-32601,"message":"no such method"}}`;
  const refuse = `--expression 's/^{"id":\\([0-9]*\\).*"method":"${unknown}.*/${refusal}/' --expression 'T known' \\
  --expression 'p' --expression 'd' --expression ':known'`;
  return `#!/bin/sh
[ "$1" = --version ] && echo Chromium 156.0.0.0 && exit
PATH=/usr/bin:/bin exec sed --null-data --unbuffered --quiet ${unknown && refuse} \\
  --expression 's/^{"id":\\([0-9]*\\).*"method":"Browser.close".*/{"id":\\1,"result":{}}/' --expression 't close' \\
  --expression 's/^{"id":\\([0-9]*\\).*/{"id":\\1,"result":${answer.replaceAll("/", "\\/")}}/p' --expression 'b' \\
  --expression ':close' --expression 'p' --expression 'q' <&3 >&4
`;
}

/** Writes a stand-in that opens no start page: a session with one is ready at once, and says so. */
export function writePagelessBrowser(): string {
  return writeFakeBrowser(fakeBrowserScript("Target.createTarget"));
}

/** Writes the stand-in for a browser into a directory of its own, which ends with the run. Gives its path. */
export function writeFakeBrowser(script = fakeBrowserScript()): string {
  const browser = join(mkdtempSync(join(visibleDirectory(), "browserctl-fake-")), "browser");
  writeFileSync(browser, script, { mode: 0o755 });
  return browser;
}

/** Link to the browser of a service: a stand-in, and Chromium for the sessions that start after `useChromium`. */
export class ChangingBrowser {
  readonly path: string;
  readonly #standIn: string;

  constructor(standIn = writeFakeBrowser()) {
    this.#standIn = standIn;
    this.path = `${this.#standIn}-link`;
    this.useStandIn();
  }

  useStandIn(): void {
    this.#linkTo(this.#standIn);
  }

  useChromium(): void {
    this.#linkTo(CHROMIUM);
  }

  #linkTo(browser: string): void {
    symlinkSync(browser, `${this.path}-new`);
    renameSync(`${this.path}-new`, this.path);
  }
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
