import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { CdpSession } from "../../../../src/service/chromium/cdp.ts";
import { activePage, navigate } from "../../../../src/service/chromium/pages.ts";
import { evaluate } from "../../../support/browser/chromium.ts";
import { type ScreenSite, startScreenSite } from "../../../support/screen/screen-site.ts";
import { type InputBrowser, startInputBrowser } from "./input-page.ts";

/** Height of an option, in CSS pixels. */
export const ROW = 24;
/** Expression that is true while a list is open. */
export const isOpen = `document.querySelector("select:open") !== null`;

export interface Point {
  x: number;
  y: number;
}

/** A browser over the pages with selects and other pickers, for all tests of a file. */
export class PickerPages {
  #browser: InputBrowser | undefined;
  #site: ScreenSite | undefined;

  /** Call it at the top level. */
  static share(): PickerPages {
    const pages = new PickerPages();
    beforeAll(async () => {
      [pages.#browser, pages.#site] = await Promise.all([startInputBrowser(), startScreenSite()]);
    });
    afterAll(() => Promise.all([pages.browser.stop(), pages.site.stop()]));
    afterEach(() => pages.site.clear());
    return pages;
  }

  get browser(): InputBrowser {
    if (!this.#browser) throw new Error("no test runs");
    return this.#browser;
  }

  get site(): ScreenSite {
    if (!this.#site) throw new Error("no test runs");
    return this.#site;
  }

  async open(path: string): Promise<CdpSession> {
    const { session } = await activePage(this.browser.connection);
    await navigate(session, this.site.url + path);
    await this.site.layout(path);
    return session;
  }

  /** Changes a page by an expression; the layout before the change is forgotten. */
  async change(page: CdpSession, expression: string): Promise<void> {
    this.site.clear();
    await evaluate(page, `${expression}; reportLayout()`);
  }

  clickAt(at: Point): Promise<undefined> {
    return this.browser.act("click_mouse", at);
  }

  /** Opens the list of a select by a click and gives the centre of its first option below it. */
  async openList(page: string, id: string): Promise<Point> {
    const centre = await this.site.centre(page, id);
    await this.clickAt(centre);
    const { boxes } = await this.site.layout(page);
    const box = boxes[id];
    return { x: Math.round((box?.x ?? 0) + 20), y: Math.round((box?.y ?? 0) + (box?.height ?? 0) + 1 + ROW / 2) };
  }

  eventsOf(page: string, ...types: string[]): string[] {
    return this.site.reports
      .filter((report) => report.page === page && types.includes(report.type))
      .map(({ type, target, value }) => [type, target, value].filter((fact) => fact !== undefined).join(" "));
  }

  /**
   * Expects that a click on an option chooses it, with the events of a person, and does not reach the page below the
   * list.
   */
  async expectChoice(index: number, value: string): Promise<void> {
    const page = await this.open("select");
    await evaluate(page, `country.value = "de"`);
    const first = await this.openList("select", "country");
    await this.clickAt({ x: first.x, y: first.y + index * ROW });
    await this.site.report("select", "change");
    expect(this.eventsOf("select", "input", "change")).toEqual([`input country ${value}`, `change country ${value}`]);
    expect(this.site.reports.filter(({ type, trusted }) => type === "change" && !trusted)).toEqual([]);
    expect(await evaluate(page, `[country.value, ${isOpen}]`)).toEqual([value, false]);
    await this.clickAt(await this.site.centre("select", "beneath"));
    await this.site.report("select", "click", ({ target }) => target === "beneath");
    expect(this.eventsOf("select", "mousedown").filter((line) => line.includes("beneath"))).toHaveLength(1);
  }

  /** Expects that a click chooses in a list of a page with other styles. */
  async expectChoiceWithStyles(css: string): Promise<void> {
    const page = await this.open("select");
    await this.change(page, `document.head.insertAdjacentHTML("beforeend", "<style>${css}</style>")`);
    const first = await this.openList("select", "country");
    await this.clickAt({ x: first.x, y: first.y + 2 * ROW });
    expect(await evaluate(page, "country.value")).toBe("de");
  }

  /** Expects that a click chooses in a list within a shadow tree of a mode. */
  async expectChoiceInShadowTree(mode: "open" | "closed"): Promise<void> {
    const page = await this.open("select");
    await this.change(
      page,
      `customElements.define("x-choice", class extends HTMLElement {
      constructor() { super(); globalThis.tree = this.attachShadow({ mode: "${mode}" }); tree.append(country.cloneNode(true)); }
    }); country.replaceWith(Object.assign(document.createElement("x-choice"), { id: "country" }))`,
    );
    const first = await this.openList("select", "country");
    await this.clickAt({ x: first.x, y: first.y + ROW });
    expect(await evaluate(page, "tree.firstChild.value")).toBe("fr");
  }

  /** Clicks in a list with groups and a line, at distances from its first option; returns the chosen options. */
  async choicesInGroups(distances: number[]): Promise<string[]> {
    const page = await this.open("select");
    await evaluate(
      page,
      `country.innerHTML = "<option>A</option><hr><optgroup label=One><option>B</option><option>C</option>" +
      "</optgroup><optgroup label=Two><option>D</option></optgroup>"`,
    );
    let first: Point | undefined;
    const chosen = new Set<string>();
    for (const distance of distances) {
      first = first && (await evaluate<boolean>(page, isOpen)) ? first : await this.openList("select", "country");
      const refused = await this.clickAt({ x: first.x, y: first.y + distance }).then(
        () => false,
        (error: { kind: string }) => error.kind === "picker-open",
      );
      const value = await evaluate<string>(page, "country.value");
      if (!refused && value !== "") chosen.add(value);
    }
    return [...chosen];
  }
}
