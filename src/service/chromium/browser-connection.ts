import type { Readable, Writable } from "node:stream";
import { Input } from "../input/input.ts";
import { CdpConnection } from "./cdp.ts";
import { ClientAttachments } from "./client-attachments.ts";
import { BrowserCurl } from "./curl/curl.ts";
import { HiddenTabs } from "./hidden-target.ts";
import { HostGuard } from "./host-guard.ts";
import { PageDriver } from "./input/page-driver.ts";
import { PageWatch } from "./page-watch.ts";
import { WindowSizes } from "./viewport.ts";

/**
 * Connection to one browser, with its shared objects (page watch, input and others). They are lazy: creating a
 * connection sends nothing.
 */
export class BrowserConnection extends CdpConnection {
  /** Sessions of CDP clients in the browser's targets. */
  readonly attachments: ClientAttachments;
  readonly hiddenTabs: HiddenTabs;
  readonly hostGuard: HostGuard;
  readonly pageWatch: PageWatch;
  readonly windowSizes: WindowSizes;
  readonly input: Input;
  readonly curl: BrowserCurl;

  /** @param output Chromium's fd 3 (commands). @param input Chromium's fd 4 (answers and events). */
  constructor(output: Writable, input: Readable) {
    super(output, input);
    this.attachments = new ClientAttachments(this);
    this.hiddenTabs = new HiddenTabs(this);
    this.hostGuard = new HostGuard(this);
    this.pageWatch = new PageWatch(this, this.attachments);
    this.windowSizes = new WindowSizes(this, this.pageWatch);
    this.input = new Input(new PageDriver(this), this.closed);
    this.curl = new BrowserCurl(this, this.hiddenTabs);
  }
}
