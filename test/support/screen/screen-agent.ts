import { expect } from "vitest";
import type { ServeOptions } from "../../../src/service/lifecycle/serve.ts";
import { type Answer, startService, type TestService } from "../service/service.ts";
import { until } from "../until.ts";
import { ensureScreenPackages } from "./debian-package.ts";
import type { ScreenSite } from "./screen-site.ts";

/** A service whose sessions have a real screen. The caller stops it. */
export async function startScreenService(options: Partial<ServeOptions> = {}): Promise<TestService> {
  await ensureScreenPackages();
  return await startService({ ...options, screen: "real" });
}

/** Somebody who has only the pictures, the mouse, the keyboard and the clipboard of a session. */
export class ScreenAgent {
  readonly service: TestService;
  readonly site: ScreenSite;
  readonly id: string;
  #visits = 0;

  constructor(service: TestService, site: ScreenSite, id: string) {
    this.service = service;
    this.site = site;
    this.id = id;
  }

  call(name: string, json?: unknown): Promise<Answer> {
    return this.service.api("POST", `/browsers/${this.id}/computer/${name}`, json === undefined ? {} : { json });
  }

  async act(name: string, json: unknown): Promise<void> {
    const { status, text } = await this.call(name, json);
    expect(status, text).toBe(200);
  }

  press(...keys: string[]): Promise<void> {
    return this.act("press_key", { keys });
  }

  type(text: string): Promise<void> {
    return this.act("type", { text });
  }

  /**
   * Opens a page of the site by the address bar, and again when nothing comes: a tab that is just opening loses keys. Waits
   * until it is on the screen; a page of an earlier attempt, or the one before, is not taken for it. The reports so far
   * are forgotten.
   */
  async open(page: string): Promise<void> {
    this.site.clear();
    await until(async () => {
      // All as long, so that the address bar completes none to another.
      const visit = `${++this.#visits}`.padStart(4, "0");
      await this.press("Ctrl+l");
      await this.type(`${this.site.url}${page}?visit=${visit}`);
      await this.press("Return");
      const isThere = () => this.site.reports.some((report) => report.type === "visit" && report["visit"] === visit);
      return await until(isThere, { boundMs: 8_000 }).catch(() => false);
    });
    // The list below the address bar lies over the page for a moment, and takes clicks.
    await this.still();
  }

  /**
   * Loads the page in front again by a key, and again when nothing comes: another window may just have had the keyboard.
   * The reports so far are forgotten.
   */
  async reload(page: string): Promise<void> {
    this.site.clear();
    await until(async () => {
      await this.press("F5");
      const isThere = () => this.site.reports.some((report) => report.page === page && report.type === "load");
      // A second key would load the page once more below the next click.
      return await until(isThere, { boundMs: 8_000 }).catch(() => false);
    });
  }

  async click(page: string, element: string, more: Record<string, unknown> = {}): Promise<void> {
    await this.act("click_mouse", { ...(await this.site.centre(page, element, true)), ...more });
  }

  /** A picture: PNG with 8 bits for each of red, green and blue. */
  async screenshot(region?: Record<string, number>): Promise<{ png: Buffer; width: number; height: number }> {
    const { status, text, bytes } = await this.call("screenshot", region ? { region } : undefined);
    expect(status, text.slice(0, 200)).toBe(200);
    return { png: bytes, width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }

  /** Waits until pictures have been the same for a while. */
  async still(): Promise<void> {
    const whileMs = 150;
    let last = await this.screenshot();
    let since = performance.now();
    await until(async () => {
      const before = last;
      last = await this.screenshot();
      if (!last.png.equals(before.png)) since = performance.now();
      return performance.now() - since > whileMs;
    });
  }

  async read(): Promise<string> {
    const { status, body, text } = await this.call("clipboard/read");
    expect(status, text).toBe(200);
    return body.text;
  }
}
