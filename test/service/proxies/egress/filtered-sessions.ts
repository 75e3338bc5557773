import { type Browser, chromium, type Page } from "playwright-core";
import { startService, type TestService } from "../../../support/service/service.ts";
import { FriendlySite, HostileSite } from "./hostile-site.ts";

export interface OpenedSession {
  readonly id: string;
  /** Its page, at the friendly site. */
  readonly page: Page;
}

/** Sessions of one service beside a site that they may reach and one that they may not. */
export class FilteredSessions {
  readonly evil = new HostileSite();
  readonly good = new FriendlySite();
  readonly #clients: Browser[] = [];
  #service: TestService | undefined;

  get service(): TestService {
    if (!this.#service) throw new Error("the service has not started");
    return this.#service;
  }

  async open(): Promise<void> {
    await Promise.all([this.evil.open(), this.good.open()]);
    this.#service = await startService();
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
    await this.service.stop();
    await Promise.all([this.evil.close(), this.good.close()]);
  }

  /** Address of the friendly site, or of the hostile one, by a name of this machine. */
  url(host: string, path = "/"): string {
    return `http://${host}:${host.startsWith("evil") ? this.evil.port : this.good.port}${path}`;
  }

  async session(body: Record<string, unknown>, start = this.url("good.localhost")): Promise<OpenedSession> {
    const made = await this.service.create({ headless: true, timeout_seconds: 600, ...body });
    const client = await chromium.connectOverCDP(made.cdp_ws_url);
    this.#clients.push(client);
    const [page] = client.contexts()[0]?.pages() ?? [];
    if (!page) throw new Error("the session has no page");
    await page.goto(start);
    return { id: made.session_id, page };
  }

  /** Distinct arrivals at the hostile site while a function ran. */
  async arrived(work: () => Promise<unknown>): Promise<string[]> {
    this.evil.reached.length = 0;
    await work();
    return [...new Set(this.evil.reached)];
  }

  /** Status of a curl through a session, or the name of its network error. */
  async curl(id: string, url: string): Promise<number | string> {
    const { body } = await this.service.api("POST", `/browsers/${id}/curl`, { json: { url, timeout_ms: 20_000 } });
    return body.net_error_name ?? body.status;
  }
}
