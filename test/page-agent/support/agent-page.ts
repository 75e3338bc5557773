import { afterEach } from "vitest";
import type { ActRequest, ActResult, SnapshotRequest, SnapshotResult } from "../../../src/page-agent/requests.ts";
import type { WorkName, WorkRequest, WorkResult } from "../../../src/page-agent/works.ts";
import { PageAgent } from "../../../src/service/agent/page-agent.ts";
import { activePage } from "../../../src/service/chromium/pages.ts";
import { evaluate, type SharedChromium, shareChromium, withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

type Verb = ActRequest["verb"];
type Options = Omit<ActRequest, "verb" | "ref" | "value">;

/** Average times in milliseconds for which a starved page stands still, and runs. */
const [STOPPED_MS, RUNNING_MS] = [45, 2];

/** Page that a test lets an agent work on, in the Chromium of its file. */
export class AgentPage {
  readonly #chromium: SharedChromium;
  #agent = new PageAgent();

  private constructor(chromium: SharedChromium) {
    this.#chromium = chromium;
  }

  /** Starts a Chromium for the tests of a file or a describe. */
  static share(): AgentPage {
    const page = new AgentPage(shareChromium());
    afterEach(() => {
      page.#agent = new PageAgent();
    });
    return page;
  }

  /** Shows a document, from a server of its own; `others` are further paths. Gives its address. */
  async show(html: string, others: Readonly<Record<string, string>> = {}): Promise<string> {
    const { url } = await withServer((request, response) => {
      const path = (request.url ?? "/").split("?")[0] ?? "/";
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(path === "/" ? `<!doctype html><meta charset=utf-8>${html}` : (others[path] ?? `<p>${path}`));
    });
    await this.open(url);
    return url;
  }

  /** Lines of a snapshot of a page without the heading and the numbers of the references. */
  async linesOf(html: string): Promise<string[]> {
    await this.show(html);
    return (await this.snapshot()).text
      .replace(/\be\d+ /g, "")
      .split("\n")
      .slice(1, -1);
  }

  async open(url: string): Promise<void> {
    const { session } = await activePage(this.#chromium.connection);
    await session.send("Page.navigate", { url });
    await until(async () => (await this.run("document.readyState")) === "complete", { what: `the page ${url}` });
  }

  /** Value of an expression in the page's own world. */
  async run<T>(expression: string): Promise<T> {
    const { session } = await activePage(this.#chromium.connection);
    return evaluate<T>(session, expression);
  }

  /** Does something while the pages run for moments only, as on a very busy machine. */
  async starved<T>(work: () => Promise<T>): Promise<T> {
    const { processInfo } = await this.#chromium.connection.send("SystemInfo.getProcessInfo");
    const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    const signal = (name: "SIGCONT" | "SIGSTOP"): void => {
      for (const pid of renderers) {
        try {
          process.kill(pid, name);
        } catch {
          // A spare one may have ended.
        }
      }
    };
    let timer: NodeJS.Timeout | undefined;
    const rest = (): void => {
      signal("SIGSTOP");
      timer = setTimeout(run, STOPPED_MS * 2 * Math.random());
    };
    const run = (): void => {
      signal("SIGCONT");
      timer = setTimeout(rest, RUNNING_MS * 2 * Math.random());
    };
    rest();
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      signal("SIGCONT");
    }
  }

  /** Waits until an expression is true. */
  async until(expression: string): Promise<void> {
    await until(async () => Boolean(await this.run(expression)), { what: expression });
  }

  snapshot(request: SnapshotRequest = {}): Promise<SnapshotResult> {
    return this.work("snapshot", request);
  }

  work<Name extends WorkName>(name: Name, request: WorkRequest<Name>): Promise<WorkResult<Name>> {
    return this.#agent.work(this.#chromium.connection, name, request, AbortSignal.timeout(60_000));
  }

  waitFor(request: WorkRequest<"waitFor">): ReturnType<PageAgent["waitFor"]> {
    return this.#agent.waitFor(this.#chromium.connection, request, AbortSignal.timeout(60_000));
  }

  /** Reference of the one control whose line has a text. */
  async ref(text: string): Promise<string> {
    const { lines, text: whole } = await this.snapshot();
    const found = lines.filter((line) => line.ref !== undefined && line.text.includes(text));
    if (found.length !== 1) throw new Error(`${found.length} controls have "${text}":\n${whole}`);
    return found[0]?.ref ?? "";
  }

  async act(verb: Verb, ref: string | undefined, value?: string | string[], options: Options = {}): Promise<ActResult> {
    const request = { verb, ...(ref !== undefined && { ref }), ...(value !== undefined && { value }), ...options };
    const signal = AbortSignal.timeout(60_000);
    const [result] = await this.#agent.acts(this.#chromium.connection, [request], signal);
    if (!result) throw new Error("no result");
    return result;
  }

  /** Acts on the control whose line has a text. */
  async actOn(text: string, verb: Verb, value?: string | string[], options: Options = {}): Promise<ActResult> {
    return this.act(verb, await this.ref(text), value, options);
  }
}
