import type { Readable, Writable } from "node:stream";
import { CdpConnection } from "./cdp.ts";
import { ClientAttachments } from "./client-attachments.ts";
import { BrowserCurl } from "./curl/curl.ts";
import { HiddenTabs } from "./hidden-target.ts";
import { HostGuard } from "./host-guard.ts";
import { PageWatch } from "./page-watch.ts";
import { WindowSizes } from "./viewport.ts";
import { WindowCommands } from "./window-commands.ts";

/**
 * Connection to one browser, with its shared objects (page watch, window sizes and others). They are lazy: creating a
 * connection sends nothing.
 */
export class BrowserConnection extends CdpConnection {
  /** Sessions of CDP clients in the browser's targets. */
  readonly attachments: ClientAttachments;
  readonly hiddenTabs: HiddenTabs;
  readonly hostGuard: HostGuard;
  readonly pageWatch: PageWatch;
  readonly windowSizes: WindowSizes;
  readonly windowCommands: WindowCommands;
  readonly curl: BrowserCurl;

  /** @param output Chromium's fd 3 (commands). @param input Chromium's fd 4 (answers and events). */
  constructor(output: Writable, input: Readable) {
    super(output, input);
    this.attachments = new ClientAttachments(this);
    this.hiddenTabs = new HiddenTabs(this);
    this.hostGuard = new HostGuard(this);
    this.pageWatch = new PageWatch(this, this.attachments);
    this.windowSizes = new WindowSizes(this, this.pageWatch);
    this.windowCommands = new WindowCommands(this);
    this.curl = new BrowserCurl(this, this.hiddenTabs);
  }
}
