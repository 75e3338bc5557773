import { type DemoSite, demoSite } from "../../../src/demo-site/demo-site.ts";
import type { DemoUser } from "../../../src/demo-site/users.ts";
import { type ExampleSite, startExampleSite } from "../../readme/example-site.ts";
import { type StartedProxy, startProxy } from "../../support/servers/proxy-server.ts";

/** Person who logs in with the words of the examples. */
const ada: DemoUser = {
  name: "ada",
  email: "ada@example.com",
  password: "correct-horse",
  totpSecret: "JBSWY3DPEHPK3PXP",
};

/** Servers on loopback that stand for the places that examples name. */
export interface ExampleSites extends AsyncDisposable {
  readonly site: ExampleSite;
  readonly demo: DemoSite;
  readonly proxy: StartedProxy;
}

/** Starts them; the proxy leads to the other two. */
export async function startExampleSites(): Promise<ExampleSites> {
  const site = await startExampleSite();
  const demo = await demoSite({ now: Date.now, users: [ada] });
  const port = Number(new URL(site.url).port);
  const hosts = { [`localhost:${port}`]: port, "example.com:443": port, "example.com:80": port };
  const proxy = await startProxy({ hosts });
  return {
    site,
    demo,
    proxy,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([site[Symbol.asyncDispose](), demo.close(), proxy.stop()]);
    },
  };
}
