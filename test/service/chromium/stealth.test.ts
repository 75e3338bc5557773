import { describe, expect, test } from "vitest";
import { stealthUserAgent } from "../../../src/service/chromium/launch.ts";
import { evaluate, openPage, withChromium, withServer } from "../../support/browser/chromium.ts";
import { until } from "../../support/until.ts";

const FACTS = `({ agent: navigator.userAgent, version: navigator.appVersion, webdriver: navigator.webdriver,
  brands: navigator.userAgentData?.brands.map((brand) => brand.brand).join(), platform: navigator.userAgentData?.platform })`;

const PAGE = `<!doctype html><title>t</title><iframe srcdoc="<script>parent.frame = ${FACTS}</script>"></iframe>`;
const WORKER = `self.onconnect = (event) => event.ports[0].postMessage(${FACTS}); if (self.postMessage) self.postMessage(${FACTS});`;

interface Facts {
  agent: string;
  version: string;
  webdriver: boolean | undefined;
  brands: string | undefined;
  platform: string | undefined;
}

describe("stealth", () => {
  test.each([true, false])("stealth %s: what pages, frames, workers and servers see", async (stealth) => {
    const { url, requests } = await withServer((request, response) => {
      if (request.url?.endsWith(".js")) response.setHeader("content-type", "text/javascript").end(WORKER);
      else
        response
          .setHeader("content-type", "text/html")
          .setHeader("accept-ch", "Sec-CH-UA-Full-Version-List, Sec-CH-UA-Platform-Version, Sec-CH-UA-Arch")
          .end(PAGE);
    });
    const { connection } = await withChromium({ stealth });
    const seen: Facts[] = [];
    for (const newWindow of [false, true]) {
      const { session } = await openPage(connection, url, { newWindow });
      await until(() => evaluate(session, "globalThis.frame !== undefined"), { what: "the frame" });
      seen.push(await evaluate<Facts>(session, FACTS), await evaluate<Facts>(session, "frame"));
      seen.push(
        await evaluate<Facts>(session, "new Promise((r) => { new Worker('/w.js').onmessage = (e) => r(e.data); })"),
      );
      seen.push(
        await evaluate<Facts>(
          session,
          "new Promise((r) => { const w = new SharedWorker('/s.js'); w.port.onmessage = (e) => r(e.data); })",
        ),
      );
      await evaluate(session, "fetch('/fetched').then((answer) => answer.text())");
    }
    const hidden = await openHidden(connection, url);
    seen.push(await evaluate<Facts>(hidden, FACTS));
    const headers = requests.map((request) => request.headers);
    const agents = [...seen.map((facts) => facts.agent), ...headers.map((each) => each["user-agent"] ?? "")];
    expect(seen).toHaveLength(9);
    if (stealth) {
      const major = /\d+/.exec((await connection.send("Browser.getVersion")).product)?.[0] ?? "";
      for (const agent of agents) expect(agent).toBe(stealthUserAgent({ product: "Chromium", major: Number(major) }));
      for (const facts of seen) {
        expect(facts.webdriver ?? false).toBe(false);
        expect(JSON.stringify(facts)).not.toMatch(/headless/i);
        expect(facts.brands).toMatch(/Chrom/);
        expect(facts.platform).not.toBe("");
      }
      for (const each of headers) expect(JSON.stringify(each)).not.toMatch(/headless/i);
      for (const each of headers.filter((one) => one["sec-ch-ua"])) expect(each["sec-ch-ua"]).toContain(`v="${major}"`);
      expect(headers.filter((one) => one["sec-ch-ua"]).length).toBeGreaterThan(2);
    } else {
      for (const agent of agents) expect(agent).toContain("HeadlessChrome/");
      expect(seen[0]?.webdriver).toBe(true);
    }
  });

  test("the stealth user agent names the platform and Edge", () => {
    expect(stealthUserAgent({ product: "Chromium", major: 156 }, "linux")).toBe(
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
    );
    expect(stealthUserAgent({ product: "Google Chrome", major: 1 }, "darwin")).toContain("(Macintosh; ");
    expect(stealthUserAgent({ product: "Microsoft Edge", major: 150 }, "win32")).toMatch(
      /Windows NT 10\.0.* Edg\/150\.0\.0\.0$/,
    );
  });
});

async function openHidden(connection: Parameters<typeof openPage>[0], url: string) {
  const { targetId } = await connection.send("Target.createTarget", { url, hidden: true, background: true });
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId, flatten: true });
  const session = connection.session(sessionId);
  await until(() => evaluate<boolean>(session, "location.href !== 'about:blank'"), { what: "the hidden page" });
  return session;
}
