import { expect } from "vitest";
import { attach, Client, open, withMux } from "../../../support/browser/cdp-client.ts";
import { withServer } from "../../../support/browser/chromium.ts";
import { until } from "../../../support/until.ts";
import type { InputBrowser } from "./input-page.ts";
import { infos } from "./mux-targets.ts";

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };

const ways: [name: string, expression: string, value: unknown][] = [
  ["window.open()", "!!window.open()", true],
  ["window.open of about:blank", "!!window.open('about:blank')", true],
  ["of the same site", "!!window.open('/pop')", true],
  ["of another site", "!!window.open(other + 'pop')", true],
  ["of a data: URL", "!!window.open('data:text/html,x')", true],
  ["of a blob", "!!window.open(URL.createObjectURL(new Blob(['x'], { type: 'text/html' })))", true],
  ["without an opener", "window.open('/pop', '_blank', 'noopener')", null],
  ["in a window of its own", "!!window.open('/pop', 'w', 'width=300,height=200')", true],
  [
    "with a document written by its opener",
    "(() => { const w = open(); w.document.title = 'w'; return w.document.title; })()",
    "w",
  ],
  ["by a link", "document.getElementById('link').click()", undefined],
  ["by a link with an opener", "document.getElementById('opener').click()", undefined],
  ["by a form", "document.getElementById('form').submit()", undefined],
  ["from a frame", "!!frames[0].open('/pop')", true],
];
/** Preparations of a client, by their names. */
const prepare = {
  "attached alone": async () => {},
  "with target discovery": (client: Client) => client.send("Target.setDiscoverTargets", { discover: true }),
  "attaching without waiting": (client: Client) => client.send("Target.setAutoAttach", autoAttach),
  "attaching in the page": (client: Client, session: string) =>
    client.send("Target.setAutoAttach", autoAttach, session),
};

/** Expects that every way of opening a popup answers a client that has prepared itself in a given way. */
export async function expectEveryPopup(browser: InputBrowser, mode: keyof typeof prepare): Promise<void> {
  const { url } = await withServer((request, response) => {
    response.setHeader("content-type", "text/html");
    const { port } = new URL(url);
    response.end(
      request.url === "/"
        ? `<a id="link" target="_blank" href="/pop">l</a><a id="opener" target="_blank" rel="opener" href="/pop">l</a>
           <form id="form" target="_blank" action="/pop"></form><iframe src="/frame"></iframe>
           <script>const other = "http://localhost:${port}/"; onload = () => { window.ready = true; }</script>`
        : `<title>${request.url}</title>`,
    );
  });
  const client = await Client.open(await withMux(browser.connection));
  const { session, targetId } = await open(client, url);
  await prepare[mode](client, session);
  await until(() => client.evaluate<boolean>(session, "window.ready").catch(() => false), { what: "the page" });
  for (const [name, expression, value] of ways) {
    const before = new Set((await infos(client)).map((info) => info.targetId));
    expect(await client.evaluate(session, expression, { userGesture: true }), name).toEqual(value);
    const popup = await until(
      async () => (await infos(client)).find((info) => info.type === "page" && !before.has(info.targetId)),
      { what: `the popup ${name}` },
    );
    // It runs: the popup answers, and its opener still does.
    const inside = await attach(client, popup.targetId);
    expect(await client.evaluate(inside, "1 + 1"), name).toBe(2);
    expect(await client.evaluate(session, "1 + 1"), name).toBe(2);
    await client.send("Target.closeTarget", { targetId: popup.targetId });
  }
  await client.send("Target.closeTarget", { targetId });
  client.socket.close();
}
